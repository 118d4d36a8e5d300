"""What answers need of a ledger, as SQL for whoever reads it. Parameters are named."""

DEVICES = """
select id, name, vendor, kind, architecture, power_w,
       (select edition from configurations c where c.device = devices.id and c.headline) as headline
from devices order by id"""
SEEN = """
select entity, metric, qualifiers, value, value_max, value_text, id as statement, source, stated from statements
where entity_kind = 'device' and setup is null and metric = 'memory_visible' and rank <> 'deprecated'
  and value is not null"""
"""What drivers and clouds report, each of them: who reports explains a figure and makes no fact of its own, so that the
shown one may be the cloud's where the driver's is wanted."""
FACTS_OF_DEVICES = f"""
select * from (
  select entity, metric, qualifiers, value, value_max, value_text, statement, source, stated from facts
  where entity_kind = 'device' and setup is null
    and metric in ('memory_capacity', 'memory_bandwidth', 'partition_memory', 'number_formats', 'peak_compute',
                   'scaleup_domain')
  order by entity, rowid)
union all {SEEN}"""  # noqa: S608 - queries of our own
FACTS_OF = """
select entity, metric, qualifiers, value, value_max, value_text, statement, source, stated from facts
where entity = :id and setup is null order by rowid"""
_RIVALS = """
select f.entity, s.metric, s.qualifiers, s.value, s.value_max, s.value_text, s.id as statement, s.source, s.stated,
       f.statement as shown
from facts f join statements s on s.entity = f.entity and s.metric = f.metric and s.qualifiers = f.qualifiers
where f.disputed and f.setup is null and s.setup is null and s.rank <> 'deprecated' and s.id <> f.statement
  and s.value is not null and abs(s.value - f.value) > 0.01 * abs(f.value) and """
RIVALS_OF = f"{_RIVALS} f.entity = :id order by f.rowid, s.rowid"
"""Figures that stand beside the shown one of a model and are further from it than the 1 % that counts as close."""
RIVALS_OF_DEVICES = f"""{_RIVALS} f.entity_kind = 'device' and f.metric in ('memory_capacity', 'memory_visible')
order by f.rowid, s.rowid"""
STATEMENTS_OF = """
select s.entity, s.metric, s.qualifiers, s.value, s.value_max, s.value_text, s.id as statement, s.source, s.stated,
       s.rank, s.stage, s.comparator, o.kind as source_kind, coalesce(s.published, o.published) as source_published,
       o.accessed as source_accessed
from statements s join sources o on o.id = s.source where s.entity = :id and s.setup is null order by s.rowid"""
MODELS = "select id, name, estimable, missing from models order by id"
MODEL = "select id, name, context_tokens, estimable, missing from models where id = :id"
NAMES = """
select e.id, e.kind, e.name, e.aliases,
       (select i.id from identifiers i where i.entity = e.id and i.scheme = 'huggingface') as repo
from entities e where e.kind in ('model', 'device') order by e.id"""
RENAMED = "select old, new from renamed"
SOURCE_OF = """
select s.id as statement, o.id, o.title, o.url from statements s join sources o on o.id = s.source where s.id = :id"""
NOTE = "select value from build_info where key = :key"
SYSTEMS = """
select id, name, vendor, kind, device, device_count from systems where device = :id order by device_count, id"""
ALL_SYSTEMS = """
select id, name, device, device_count from systems where device is not null and device_count is not null
order by device, device_count, id"""
RUNS = """
select u.id as setup, s.id as statement, s.metric, s.stated, s.value, s.value_max, s.per, s.basis, s.source,
       s.published, u.claim, u.device_count, u.precision, u.batch, u.context, u.engine, u.engine_version, u.parallelism
from setups u join statements s on s.setup = u.id
where u.model = :model and u.device = :device and s.value is not null and s.rank <> 'deprecated'
  and s.metric in ('throughput', 'decode_throughput') and s.unit = 'tok/s'
order by s.basis = 'derived', s.value desc"""
PRICES = """
select p.statement, p.entity, p.metric, s.value as amount, coalesce(s.value_max, s.value) as amount_max, p.currency,
       p.per, p.terms, coalesce(p.observed, s.published, o.published) as dated, p.source,
       (select device_count from systems where id = p.entity) as device_count
from prices p join statements s on s.id = p.statement join sources o on o.id = p.source
where (p.entity = :id or p.entity in (select id from systems where device = :id)) and s.rank <> 'deprecated'
  and p.metric in ('price', 'rent')
order by p.entity, p.metric, p.amount"""
