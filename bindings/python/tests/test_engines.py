"""The adapters must give the same rows in the real engines as in a single process, also for hostile pages.

Ray and Spark run on two nodes, and a worker or executor is killed halfway. The tests of an engine are skipped
if it is not installed; ``bindings/python/test --engines`` installs them all.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
from pathlib import Path
from typing import Any

import pytest
from pages import numbered_pages

from dehusk import Extractor

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")
pytestmark = pytest.mark.engine

PAGES = 3_000
FILES = 12
OPTIONS: dict[str, Any] = {"method": "grain", "markdown": True, "metadata": True}
#: The worker that processes this page is killed once, when about half of the pages are done.
FATAL = f"page-{PAGES // 2:05}"


@pytest.fixture(scope="module")
def crawl(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Writes the pages into several Parquet files."""
    folder = tmp_path_factory.mktemp("crawl")
    pages = list(numbered_pages(PAGES))
    for number in range(FILES):
        ids, html, urls = zip(*pages[number * PAGES // FILES : (number + 1) * PAGES // FILES])
        table = pa.table({"id": ids, "url": urls, "html": pa.array(html, pa.binary())})
        pq.write_table(table, folder / f"{number:02}.parquet")
    return folder


@pytest.fixture(scope="module")
def expected(crawl: Path) -> list[dict[str, Any]]:
    """Returns the rows that a single process produces."""
    extractor = Extractor(**OPTIONS)
    batches = [batch for file in sorted(crawl.iterdir()) for batch in pq.read_table(file).to_batches()]
    rows = [row for batch in batches for row in extractor.extract_batch(batch).to_pylist()]
    assert len(rows) == PAGES and len({row["status"] for row in rows}) >= 4
    return rows


def read_rows(folder: Path) -> list[dict[str, Any]]:
    files = sorted(folder.rglob("*.parquet"))
    rows = [row for file in files for row in pq.ParquetFile(file).read().to_pylist()]
    return sorted(rows, key=lambda row: str(row["id"]))


def assert_same_rows(found: list[dict[str, Any]], expected: list[dict[str, Any]]) -> None:
    """Checks that all rows are equal and that none is missing or duplicated."""
    assert [row["id"] for row in found] == [row["id"] for row in expected]
    for ours, theirs in zip(found, expected):
        assert ours == theirs


def test_ray_with_a_killed_worker(crawl: Path, expected: list[dict[str, Any]], tmp_path: Path) -> None:
    ray = pytest.importorskip("ray")
    pytest.importorskip("ray.data")
    from ray.cluster_utils import Cluster

    import dehusk.ray

    killed, fatal = tmp_path / "killed", FATAL

    def kill_once(table: Any) -> Any:
        if fatal in table["id"].to_pylist() and not killed.exists():
            killed.write_text(str(os.getpid()))
            os.kill(os.getpid(), signal.SIGKILL)
        return table

    node = {"num_cpus": 1, "object_store_memory": 200 << 20, "include_dashboard": False}
    cluster = Cluster(initialize_head=True, head_node_args=node)
    cluster.add_node(num_cpus=1, object_store_memory=200 << 20)
    try:
        ray.init(address=cluster.address, log_to_driver=False)
        assert len([node for node in ray.nodes() if node["Alive"]]) == 2
        pages = ray.data.read_parquet(str(crawl)).map_batches(kill_once, batch_format="pyarrow", batch_size=64)
        dehusk.ray.extract(pages, **OPTIONS).write_parquet(str(tmp_path / "texts"))
    finally:
        ray.shutdown()
        cluster.shutdown()
    assert killed.exists()
    assert_same_rows(read_rows(tmp_path / "texts"), expected)


@pytest.fixture(scope="module")
def spark() -> Any:
    pytest.importorskip("pandas")
    pyspark = pytest.importorskip("pyspark")
    if shutil.which("java") is None:
        pytest.skip("Spark needs Java (on Debian, install default-jre-headless)")
    from pyspark.sql import SparkSession

    # local-cluster starts real executor processes, which use the installation in SPARK_HOME.
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


def test_spark_with_a_killed_executor(
    spark: Any, crawl: Path, expected: list[dict[str, Any]], tmp_path: Path
) -> None:
    import dehusk.spark

    killed, fatal = tmp_path / "killed", FATAL

    def kill_once(batches: Any) -> Any:
        for batch in batches:
            if fatal in batch["id"].to_pylist() and not killed.exists():
                killed.write_text(str(os.getpid()))
                # The daemon is the parent of this worker, and the executor is the parent of the daemon.
                daemon = os.getppid()
                executor = int(Path(f"/proc/{daemon}/stat").read_text().rpartition(")")[2].split()[1])
                os.kill(executor, signal.SIGKILL)
            yield batch

    pages = spark.read.parquet(str(crawl))
    fragile_pages = pages.mapInArrow(kill_once, pages.schema)
    dehusk.spark.extract(fragile_pages, **OPTIONS).write.parquet(str(tmp_path / "texts"))
    assert killed.exists()
    assert_same_rows(read_rows(tmp_path / "texts"), expected)


def test_spark_column_function_without_pandas(spark: Any, crawl: Path, expected: list[dict[str, Any]]) -> None:
    import dehusk.spark

    text = dehusk.spark.text_of(method="grain")
    rows = spark.read.parquet(str(crawl)).select("id", text("html", "url").alias("text")).collect()
    found = sorted((row["id"], row["text"] or "") for row in rows)
    assert found == [(row["id"], row["text"]) for row in expected]


def test_daft(crawl: Path, expected: list[dict[str, Any]]) -> None:
    daft = pytest.importorskip("daft")
    import dehusk.daft

    frame = dehusk.daft.extract(daft.read_parquet(f"{crawl}/*.parquet"), **OPTIONS)
    assert_same_rows(sorted(frame.to_pylist(), key=lambda row: str(row["id"])), expected)


def test_datatrove(crawl: Path, expected: list[dict[str, Any]]) -> None:
    pytest.importorskip("datatrove")
    from datatrove.data import Document

    from dehusk.datatrove import Dehusk

    rows = [row for file in sorted(crawl.iterdir()) for row in pq.read_table(file).to_pylist()]
    # The documents of datatrove have text that is already decoded.
    documents = [
        Document(text=row["html"].decode("utf-8", "replace"), id=row["id"], metadata={"url": row["url"]}) for row in rows
    ]
    texts = [Extractor("grain").extract(document.text, document.metadata["url"]) for document in documents]
    step = Dehusk(method="grain")
    found = [(document.id, document.text) for document in step.run(iter(documents))]
    assert found == [(row["id"], text.text) for row, text in zip(rows, texts) if text.text]
    assert step.extract(expected[0]["text"]) is not None
    assert step.stats["total"].total == PAGES


def test_datatrove_has_what_the_options_ask_for() -> None:
    pytest.importorskip("datatrove")
    from datatrove.data import Document

    from dehusk import OptionError
    from dehusk.datatrove import Dehusk

    story = "<p>The old mill on the river reopens on Monday, after ten years of repair, they say.</p>"
    page = f"<title>The mill</title><meta name=author content='Rosa Miller'><h1>The mill</h1>{story * 3}"

    def run(**options: Any) -> Document:
        given = {"url": "https://mill.example/", "date": "2026-01-02"}
        (found,) = Dehusk(**options).run(iter([Document(text=page, id="a", metadata=given)]))
        return found

    plain = run()
    assert not plain.text.startswith("# ")
    assert plain.metadata["status"] == "ok" and plain.metadata["quality_verdict"] and plain.metadata["page_type"]
    assert plain.metadata["date"] == "2026-01-02" and "title" not in plain.metadata
    full = run(markdown=True, metadata=True)
    assert full.text.startswith("# The mill")
    assert full.metadata["title"] == "The mill" and full.metadata["authors"] == ["Rosa Miller"]
    assert full.metadata["url"] == "https://mill.example/"
    assert run(method="plain").metadata == {"url": "https://mill.example/", "date": "2026-01-02", "status": "ok"}
    with pytest.raises(OptionError, match="links"):
        Dehusk(links=True)


def test_datatrove_keeps_what_a_document_had() -> None:
    pytest.importorskip("datatrove")
    from datatrove.data import Document

    from dehusk.datatrove import Dehusk

    page = "<meta property=article:published_time content=2025-05-06><p>The old mill on the river reopens on Monday."
    document = Document(text=page, id="a", metadata={"date": "2026-01-02"})
    (found,) = Dehusk(method="plain", metadata=True).run(iter([document]))
    assert (found.metadata["date"], found.metadata["input_date"]) == ("2025-05-06", "2026-01-02")
