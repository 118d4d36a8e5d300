"""Parameters counted from a model's geometry, and how far the totals that sources state bear them out."""

from analysis.parameters.compare import Recomputed, Stated, recomputed
from analysis.parameters.count import Counted, Uncounted, count

__all__ = ["Counted", "Recomputed", "Stated", "Uncounted", "count", "recomputed"]
