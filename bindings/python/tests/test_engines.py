"""dehusk in the real engines: a few thousand pages, hostile ones among them, over two nodes, a worker killed in mid-run, and
the same rows as in one process.

Each engine is skipped where it is not installed; ``bindings/python/test --engines`` installs them all.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
from pathlib import Path
from typing import Any

import pytest
from pages import numbered

from dehusk import Extractor

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")
pytestmark = pytest.mark.engine

PAGES = 3_000
FILES = 12
OPTIONS: dict[str, Any] = {"method": "grain", "markdown": True, "metadata": True}
#: The worker that has this page dies, once, with half of the pages done.
FATAL = f"page-{PAGES // 2:05}"


@pytest.fixture(scope="module")
def crawl(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages as Parquet, in several files."""
    folder = tmp_path_factory.mktemp("crawl")
    pages = list(numbered(PAGES))
    for number in range(FILES):
        ids, html, urls = zip(*pages[number * PAGES // FILES : (number + 1) * PAGES // FILES])
        table = pa.table({"id": ids, "url": urls, "html": pa.array(html, pa.binary())})
        pq.write_table(table, folder / f"{number:02}.parquet")
    return folder


@pytest.fixture(scope="module")
def expected(crawl: Path) -> list[dict[str, Any]]:
    """The rows of one process."""
    extractor = Extractor(**OPTIONS)
    batches = [batch for file in sorted(crawl.iterdir()) for batch in pq.read_table(file).to_batches()]
    rows = [row for batch in batches for row in extractor.extract_batch(batch).to_pylist()]
    assert len(rows) == PAGES and len({row["status"] for row in rows}) >= 4
    return rows


def rows_of(folder: Path) -> list[dict[str, Any]]:
    files = sorted(folder.rglob("*.parquet"))
    rows = [row for file in files for row in pq.ParquetFile(file).read().to_pylist()]
    return sorted(rows, key=lambda row: str(row["id"]))


def same(found: list[dict[str, Any]], expected: list[dict[str, Any]]) -> None:
    """Row for row, nothing lost, nothing doubled."""
    assert [row["id"] for row in found] == [row["id"] for row in expected]
    for ours, theirs in zip(found, expected):
        assert ours == theirs


def test_ray_with_a_worker_killed(crawl: Path, expected: list[dict[str, Any]], tmp_path: Path) -> None:
    ray = pytest.importorskip("ray")
    pytest.importorskip("ray.data")
    from ray.cluster_utils import Cluster

    import dehusk.ray

    died, fatal = tmp_path / "died", FATAL

    def dying(table: Any) -> Any:
        if fatal in table["id"].to_pylist() and not died.exists():
            died.write_text(str(os.getpid()))
            os.kill(os.getpid(), signal.SIGKILL)
        return table

    node = {"num_cpus": 1, "object_store_memory": 200 << 20, "include_dashboard": False}
    cluster = Cluster(initialize_head=True, head_node_args=node)
    cluster.add_node(num_cpus=1, object_store_memory=200 << 20)
    try:
        ray.init(address=cluster.address, log_to_driver=False)
        assert len([node for node in ray.nodes() if node["Alive"]]) == 2
        pages = ray.data.read_parquet(str(crawl)).map_batches(dying, batch_format="pyarrow", batch_size=64)
        dehusk.ray.extract(pages, **OPTIONS).write_parquet(str(tmp_path / "texts"))
    finally:
        ray.shutdown()
        cluster.shutdown()
    assert died.exists()
    same(rows_of(tmp_path / "texts"), expected)


@pytest.fixture(scope="module")
def spark() -> Any:
    pytest.importorskip("pandas")
    pyspark = pytest.importorskip("pyspark")
    if shutil.which("java") is None:
        pytest.skip("Spark needs Java (Debian: default-jre-headless)")
    from pyspark.sql import SparkSession

    # local-cluster starts real executors, which take the installation from SPARK_HOME.
    os.environ["SPARK_HOME"] = str(Path(pyspark.__file__).parent)
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    builder = SparkSession.builder.master("local-cluster[2,1,1024]").appName("dehusk")
    settings = {
        "spark.ui.enabled": "false",
        "spark.sql.execution.arrow.maxRecordsPerBatch": "64",
        "spark.sql.files.maxPartitionBytes": "200000",
        "spark.driver.memory": "512m",
    }
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    yield session
    session.stop()


def test_spark_with_an_executor_killed(
    spark: Any, crawl: Path, expected: list[dict[str, Any]], tmp_path: Path
) -> None:
    import dehusk.spark

    died, fatal = tmp_path / "died", FATAL

    def dying(batches: Any) -> Any:
        for batch in batches:
            if fatal in batch["id"].to_pylist() and not died.exists():
                died.write_text(str(os.getpid()))
                # This worker, the daemon that made it, and the executor that made that.
                daemon = os.getppid()
                executor = int(Path(f"/proc/{daemon}/stat").read_text().rpartition(")")[2].split()[1])
                os.kill(executor, signal.SIGKILL)
            yield batch

    pages = spark.read.parquet(str(crawl))
    dying_pages = pages.mapInArrow(dying, pages.schema)
    dehusk.spark.extract(dying_pages, **OPTIONS).write.parquet(str(tmp_path / "texts"))
    assert died.exists()
    same(rows_of(tmp_path / "texts"), expected)


def test_spark_by_rows_without_pandas(spark: Any, crawl: Path, expected: list[dict[str, Any]]) -> None:
    import dehusk.spark

    text = dehusk.spark.text_of(method="grain")
    rows = spark.read.parquet(str(crawl)).select("id", text("html", "url").alias("text")).collect()
    found = sorted((row["id"], row["text"] or "") for row in rows)
    assert found == [(row["id"], row["text"]) for row in expected]


def test_daft(crawl: Path, expected: list[dict[str, Any]]) -> None:
    daft = pytest.importorskip("daft")
    import dehusk.daft

    frame = dehusk.daft.extract(daft.read_parquet(f"{crawl}/*.parquet"), **OPTIONS)
    same(sorted(frame.to_pylist(), key=lambda row: str(row["id"])), expected)


def test_datatrove(crawl: Path, expected: list[dict[str, Any]]) -> None:
    pytest.importorskip("datatrove")
    from datatrove.data import Document

    from dehusk.datatrove import Dehusk

    rows = [row for file in sorted(crawl.iterdir()) for row in pq.read_table(file).to_pylist()]
    # datatrove has decoded its pages already.
    documents = [
        Document(text=row["html"].decode("utf-8", "replace"), id=row["id"], metadata={"url": row["url"]}) for row in rows
    ]
    texts = [Extractor("grain").extract(document.text, document.metadata["url"]) for document in documents]
    step = Dehusk(method="grain")
    found = [(document.id, document.text) for document in step.run(iter(documents))]
    assert found == [(row["id"], text.text) for row, text in zip(rows, texts) if text.text]
    assert step.extract(expected[0]["text"]) is not None
    assert step.stats["total"].total == PAGES
