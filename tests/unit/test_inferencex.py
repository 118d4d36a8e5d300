"""Rows of InferenceX become figures that say what was run: of a sample made after its description, and of a real file.

The real one is an aggregate of one configuration that stood in its repository (Apache-2.0) at commit bf03096 of
2026-06-01: Kimi K2.5 on eight MI355X, run with an acceptance that was set.
"""

from pathlib import Path

import pytest
from click.testing import CliRunner

from loaders.importers.command import import_
from loaders.importers.inferencex import read_results
from loaders.importers.results import NotResultsError
from tests.conftest import ROOT

SAMPLE = ROOT / "tests" / "evidence" / "inferencex-sample.json"
REAL = ROOT / "tests" / "evidence" / "inferencex-mi355x-kimi-k2.5.json"
HEAD = (
    "run,attempt,date,image,device,gpus,model,framework,precision,spec_decoding,disaggregated,isl,osl,concurrency,"
    "metric,per,gpus_counted,metric_part,value,unit,basis"
)
ONE = ",,,lmsysorg/sglang:v0.5.9,b200,8,deepseek-ai/DeepSeek-R1-0528,sglang,fp8,none,no,8192,1024,64,"
OTHER = (
    "18412345678,2,2026-08-24,nvcr.io/nvidia/tensorrt-llm:1.3.0,gb300,24,"
    "DeepSeek-V4-Pro,dynamo-trt,fp4,mtp,yes,8192,1024,512,"
)


def test_every_figure_becomes_a_row(tmp_path: Path) -> None:
    out = tmp_path / "rows.csv"
    result = CliRunner().invoke(import_, ["inferencex", str(SAMPLE), "--out", str(out)])
    assert (result.exit_code, result.output) == (0, "10 figures\n")
    assert out.read_text().splitlines() == [
        HEAD,
        ONE + "total_throughput,gpu,8,,5856.90,tok/s,measured",
        ONE + "throughput,gpu,8,,650.77,tok/s,measured",
        ONE + "prefill_throughput,gpu,8,,5206.13,tok/s,measured",
        ONE + "ttft,,,mean,1.204,s,measured",
        ONE + "ttft,,,median,0.981,s,measured",
        ONE + "tpot,,,median,0.0401,s,measured",
        ONE + "tpot,,,p99,0.0522,s,measured",
        OTHER + "total_throughput,gpu,24,,11474.0,tok/s,measured",
        OTHER + "ttft,,,median,2.5,s,measured",
        OTHER + "tpot,,,median,0.0333,s,measured",
    ]


def test_output_of_a_divided_setup_counts_the_decode_gpus(tmp_path: Path) -> None:
    path = tmp_path / "rows.json"
    path.write_text(
        '[{"model": "m", "framework": "dynamo-trt", "precision": "fp4", "disagg": true, "num_prefill_gpu": 20, '
        '"num_decode_gpu": 8, "tput_per_gpu": 3.0, "output_tput_per_gpu": 2.0, "input_tput_per_gpu": 4.0}]'
    )
    assert [(row.metric, row.gpus, row.gpus_counted) for row in read_results(path)] == [
        ("total_throughput", "28", "28"),
        ("throughput", "28", "8"),
        ("prefill_throughput", "28", "20"),
    ]


def test_a_real_aggregate_of_one_configuration_is_read() -> None:
    rows = list(read_results(REAL))
    run = {(row.device, row.gpus, row.model, row.framework, row.precision, row.isl, row.concurrency) for row in rows}
    assert run == {("mi355x", "8", "moonshotai/Kimi-K2.5", "vllm", "int4", "8192", "64")}
    assert {(row.spec_decoding, row.disaggregated, row.image) for row in rows} == {
        ("mtp", "no", "vllm/vllm-openai-rocm:v0.21.0")
    }
    assert [
        (row.metric, row.metric_part, row.value, row.unit) for row in rows if row.metric_part in ("", "median")
    ] == [
        ("total_throughput", "", "234.47462632067425", "tok/s"),
        ("throughput", "", "26.012913447290337", "tok/s"),
        ("prefill_throughput", "", "208.4617128733839", "tok/s"),
        ("ttft", "median", "2.347470808424987", "s"),
        ("tpot", "median", "0.3016637719870209", "s"),
        ("latency", "median", "281.4197772970656", "s"),
    ]
    assert len(rows) == 18


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{}", "{path}: not a list of results, as agg_bmk.json of InferenceX is"),
        ('[{"model": "x"}]', "{path}: result 0 has no framework, precision"),
        ("[", "{path}: no JSON: Expecting value: line 1 column 2 (char 1)"),
    ],
)
def test_another_file_is_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "rows.json"
    path.write_text(text)
    with pytest.raises(NotResultsError) as caught:
        list(read_results(path))
    assert str(caught.value) == message.format(path=path)
