//! Runs tasks on several threads and returns the results in the order of the tasks. Knows nothing about
//! pages.

use std::num::NonZeroUsize;
use std::panic;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{Builder, Scope, ScopedJoinHandle, scope};

/// The name of every worker thread.
pub const WORKER_NAME: &str = "dehusk-eval-worker";

/// Runs `work` for each task on up to `jobs` threads. Each thread has a state of its own, created by `start`.
/// Returns the results in the order of the tasks, and the states.
pub(crate) fn in_parallel<T: Sync, S: Send, R: Send>(
    tasks: &[T],
    jobs: NonZeroUsize,
    start: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, &T) -> R + Sync,
) -> (Vec<R>, Vec<S>) {
    let next = AtomicUsize::new(0);
    let run_worker = || {
        let mut state = start();
        let mut results = Vec::new();
        while let Some((index, task)) = take(tasks, &next) {
            results.push((index, work(&mut state, task)));
        }
        (results, state)
    };
    let finished = scope(|scope| {
        let started: Vec<_> =
            (1..jobs.get().min(tasks.len())).filter_map(|_| spawn(scope, &run_worker)).collect();
        // If the system refuses to start any thread, the current thread does the work.
        let last = spawn(scope, &run_worker).map_or_else(run_worker, join);
        started.into_iter().map(join).chain([last]).collect::<Vec<_>>()
    });
    let (results, states): (Vec<_>, Vec<S>) = finished.into_iter().unzip();
    let mut results: Vec<(usize, R)> = results.into_iter().flatten().collect();
    results.sort_by_key(|(index, _)| *index);
    (results.into_iter().map(|(_, result)| result).collect(), states)
}

fn take<'t, T>(tasks: &'t [T], next: &AtomicUsize) -> Option<(usize, &'t T)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    Some((index, tasks.get(index)?))
}

fn spawn<'scope, R: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    run: &'scope (impl Fn() -> R + Sync),
) -> Option<ScopedJoinHandle<'scope, R>> {
    Builder::new().name(WORKER_NAME.to_owned()).spawn_scoped(scope, run).ok()
}

/// Resumes a panic of a worker in the caller. Such a panic is a bug of this crate.
fn join<R>(handle: ScopedJoinHandle<'_, R>) -> R {
    handle.join().unwrap_or_else(|payload| panic::resume_unwind(payload))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_the_order_of_the_tasks_and_every_task_runs_once() {
        let tasks: Vec<usize> = (0..1000).collect();
        for jobs in [1, 2, 7] {
            let work = |count: &mut usize, task: &usize| {
                *count += 1;
                task * 2
            };
            let (results, states) = in_parallel(&tasks, NonZeroUsize::new(jobs).unwrap(), || 0, work);
            assert_eq!(results, (0..1000).map(|task| task * 2).collect::<Vec<_>>());
            assert_eq!(states.iter().sum::<usize>(), 1000);
        }
    }

    #[test]
    fn no_tasks_give_no_results() {
        let (results, _) = in_parallel(&[] as &[usize], NonZeroUsize::MIN, || (), |(), task| *task);
        assert!(results.is_empty());
    }
}
