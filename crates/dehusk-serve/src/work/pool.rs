//! A fixed pool of threads for work on pages. A panic costs only the page on which it happens.

use std::collections::VecDeque;
use std::io;
use std::num::NonZeroUsize;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use dehusk::{Extractor, Options, guarded};
use tokio::sync::oneshot;

use crate::problem::Problem;

/// The name of the threads, by which a program can tell their panics from its own.
pub const WORKER_NAME: &str = "dehusk-serve-worker";

/// How many extractors a worker keeps, each for other options. An extractor holds the buffers of the largest page that it has seen.
/// Chosen by hand.
const MAX_EXTRACTORS: usize = 4;

/// What a thread keeps between two pages.
#[derive(Debug, Default)]
pub struct Worker {
    /// The last one was used last.
    extractors: Vec<Extractor>,
}

impl Worker {
    /// Returns an extractor with these options. Its buffers are reused if one with the same options is still there.
    pub fn extractor(&mut self, options: &Options) -> &mut Extractor {
        let known = self.extractors.iter().position(|extractor| extractor.options() == options);
        let extractor = match known {
            Some(at) => self.extractors.remove(at),
            None => Extractor::new(options.clone()),
        };
        if self.extractors.len() >= MAX_EXTRACTORS {
            self.extractors.remove(0);
        }
        self.extractors.push(extractor);
        let last = self.extractors.len() - 1;
        &mut self.extractors[last]
    }
}

type Job = Box<dyn FnOnce(&mut Worker) + Send>;

/// A pool of threads.
#[derive(Debug)]
pub(crate) struct Pool {
    queue: Arc<Queue>,
}

impl Pool {
    /// Starts the threads. They end when the pool is dropped.
    pub(crate) fn start(threads: NonZeroUsize) -> io::Result<Pool> {
        let pool = Pool { queue: Arc::default() };
        for _ in 0..threads.get() {
            let queue = Arc::clone(&pool.queue);
            thread::Builder::new().name(WORKER_NAME.to_owned()).spawn(move || queue.work())?;
        }
        Ok(pool)
    }

    /// Runs `work` on one of the threads. If nobody waits for its result any more when its turn comes, it is not run.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Worker) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let (sender, receiver) = oneshot::channel();
        self.queue.push(Box::new(move |worker| {
            if sender.is_closed() {
                return;
            }
            let done = guarded(|| work(worker));
            if done.is_err() {
                *worker = Worker::default();
            }
            // Nobody may be left to receive it.
            let _ = sender.send(done);
        }));
        match receiver.await {
            Ok(Ok(done)) => Ok(done),
            Ok(Err(panicked)) => Err(Problem::internal(panicked.to_string())),
            Err(_) => Err(Problem::busy("the server is stopping")),
        }
    }

    /// The number of pages that wait for a thread.
    pub(crate) fn waiting(&self) -> usize {
        self.queue.lock().jobs.len()
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.queue.lock().is_closed = true;
        self.queue.changed.notify_all();
    }
}

#[derive(Default)]
struct Queue {
    state: Mutex<QueueState>,
    changed: Condvar,
}

impl std::fmt::Debug for Queue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Queue").finish_non_exhaustive()
    }
}

#[derive(Default)]
struct QueueState {
    jobs: VecDeque<Job>,
    is_closed: bool,
}

impl Queue {
    /// A panic never happens while the lock is held, so a poisoned lock is as good as any.
    fn lock(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn push(&self, job: Job) {
        self.lock().jobs.push_back(job);
        self.changed.notify_one();
    }

    fn work(&self) {
        let mut worker = Worker::default();
        while let Some(job) = self.next() {
            job(&mut worker);
        }
    }

    /// Waits for the next job. None when the pool was dropped and no job is left.
    fn next(&self) -> Option<Job> {
        let mut state = self.lock();
        loop {
            if let Some(job) = state.jobs.pop_front() {
                return Some(job);
            }
            if state.is_closed {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    fn pool() -> Pool {
        Pool::start(NonZeroUsize::MIN).unwrap()
    }

    #[tokio::test]
    async fn a_panic_costs_only_its_own_work() {
        let pool = pool();
        let problem = pool.run(|_| -> u32 { panic!("oh") }).await.unwrap_err();
        assert_eq!(problem.kind, "internal-error");
        assert!(problem.detail.contains("(oh)"), "{}", problem.detail);
        assert_eq!(pool.run(|_| 7).await, Ok(7));
    }

    #[tokio::test]
    async fn work_that_nobody_waits_for_is_not_run() {
        let pool = Arc::new(pool());
        let (open, gate) = std::sync::mpsc::channel::<()>();
        let first = Arc::clone(&pool);
        let first = tokio::spawn(async move { first.run(move |_| gate.recv().is_err()).await });
        tokio::task::yield_now().await;
        let ran = Arc::new(AtomicBool::new(false));
        let witness = Arc::clone(&ran);
        // Polled once, so that it is in the queue, and dropped.
        let second = pool.run(move |_| witness.store(true, Ordering::SeqCst));
        assert!(futures_util::FutureExt::now_or_never(second).is_none());
        drop(open);
        assert_eq!((first.await.unwrap(), pool.run(|_| ()).await), (Ok(true), Ok(())));
        assert!(!ran.load(Ordering::SeqCst));
    }

    #[test]
    fn extractors_are_kept_for_the_last_options() {
        let mut worker = Worker::default();
        let options = |gap: usize| {
            Options::new().with_method("danag").unwrap().with_param("P", &gap.to_string()).unwrap()
        };
        for gap in 1..=MAX_EXTRACTORS + 2 {
            assert_eq!(worker.extractor(&options(gap)).options(), &options(gap));
        }
        assert_eq!(worker.extractors.len(), MAX_EXTRACTORS);
        worker.extractor(&options(MAX_EXTRACTORS));
        assert_eq!(worker.extractors.len(), MAX_EXTRACTORS);
        assert_eq!(worker.extractors.last().unwrap().options(), &options(MAX_EXTRACTORS));
    }
}
