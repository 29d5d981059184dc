//! Runs work on several threads and hands the results over in the order of the items.
//!
//! A fast worker may run ahead of a slow one only by a bounded number of items and a bounded weight of results, so
//! that finished results waiting for their turn cannot fill the memory. Nothing here knows about pages.

use std::collections::BTreeMap;
use std::io;
use std::sync::mpsc::{self, Receiver};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Builder, Scope};

/// The name of each working thread.
pub(crate) const WORKER_NAME: &str = "dehusk-worker";

/// How many items each worker may be ahead of the one whose turn it is: enough that one slow item does not stop the
/// others at once.
const WINDOW_PER_WORKER: usize = 32;

/// How much all finished results that wait for their turn may weigh, in bytes, before no further item is begun.
const WAITING_WEIGHT: usize = 64 << 20;

/// How much memory a result takes while it waits, in bytes.
pub(crate) trait Weigh {
    fn weight(&self) -> usize;
}

/// Does `work` for each of `items` on up to `workers` threads and gives each result to `deliver` in order. Each
/// thread has a state of its own, made by `start`. The first error of `deliver` ends everything.
///
/// `work` must not panic: its item would never get its turn.
pub(crate) fn in_order<T: Sync, S, R: Send + Weigh>(
    items: &[T],
    workers: usize,
    start: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, &T) -> R + Sync,
    deliver: impl FnMut(R) -> io::Result<()>,
) -> io::Result<()> {
    let workers = workers.clamp(1, items.len().max(1));
    let turnstile = Turnstile::new(items.len(), workers.saturating_mul(WINDOW_PER_WORKER));
    let run_worker = |results: mpsc::Sender<(usize, R)>| {
        let mut state = start();
        while let Some(index) = turnstile.enter() {
            let result = work(&mut state, &items[index]);
            turnstile.now_waiting(result.weight());
            if results.send((index, result)).is_err() {
                return;
            }
        }
    };
    thread::scope(|scope| {
        let outcome = start_workers(scope, workers, &run_worker)
            .and_then(|results| deliver_in_order(&results, &turnstile, deliver));
        turnstile.close();
        outcome
    })
}

/// Starts `count` threads. Fewer are good enough when the system refuses more, but not none.
fn start_workers<'scope, R: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    count: usize,
    run: &'scope (impl Fn(mpsc::Sender<R>) + Sync),
) -> io::Result<Receiver<R>> {
    let (sender, receiver) = mpsc::channel();
    for started in 0..count {
        let sender = sender.clone();
        let spawned = Builder::new().name(WORKER_NAME.to_owned()).spawn_scoped(scope, move || run(sender));
        match spawned {
            Ok(_) => {}
            Err(error) if started == 0 => return Err(error),
            Err(_) => break,
        }
    }
    Ok(receiver)
}

fn deliver_in_order<R: Weigh>(
    results: &Receiver<(usize, R)>,
    turnstile: &Turnstile,
    mut deliver: impl FnMut(R) -> io::Result<()>,
) -> io::Result<()> {
    let mut waiting = BTreeMap::new();
    let mut turn = 0;
    for (index, result) in results {
        waiting.insert(index, result);
        while let Some(result) = waiting.remove(&turn) {
            let weight = result.weight();
            deliver(result)?;
            turn += 1;
            turnstile.advance(weight);
        }
    }
    Ok(())
}

/// Gives out the indices of the items, but none further than `window` ahead of what was delivered, and none while too
/// much is waiting. The item whose turn it is was given out before all that wait, so that the wait has an end.
struct Turnstile {
    state: Mutex<TurnstileState>,
    changed: Condvar,
    items: usize,
    window: usize,
}

#[derive(Default)]
struct TurnstileState {
    next: usize,
    delivered: usize,
    waiting_weight: usize,
    closed: bool,
}

impl Turnstile {
    fn new(items: usize, window: usize) -> Turnstile {
        Turnstile { state: Mutex::default(), changed: Condvar::new(), items, window }
    }

    /// The next item to work on, or None when there is nothing left to do. Waits while too much is waiting.
    fn enter(&self) -> Option<usize> {
        let waited = self.changed.wait_while(self.lock(), |state| self.must_wait(state));
        let mut state = waited.unwrap_or_else(PoisonError::into_inner);
        if state.closed || state.next >= self.items {
            return None;
        }
        state.next += 1;
        Some(state.next - 1)
    }

    fn must_wait(&self, state: &TurnstileState) -> bool {
        let full = state.next >= state.delivered + self.window || state.waiting_weight > WAITING_WEIGHT;
        full && !state.closed && state.next < self.items
    }

    fn now_waiting(&self, weight: usize) {
        self.lock().waiting_weight += weight;
    }

    fn advance(&self, weight: usize) {
        let mut state = self.lock();
        state.delivered += 1;
        state.waiting_weight -= weight;
        drop(state);
        self.changed.notify_all();
    }

    fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, TurnstileState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use super::*;

    impl Weigh for usize {
        fn weight(&self) -> usize {
            *self
        }
    }

    fn doubled_in_order(count: usize, workers: usize) -> Vec<usize> {
        let items: Vec<usize> = (0..count).collect();
        let mut seen = Vec::new();
        let work = |_: &mut (), item: &usize| {
            thread::sleep(Duration::from_micros((item % 7) as u64 * 100));
            item * 2
        };
        let delivered = in_order(
            &items,
            workers,
            || (),
            work,
            |result| {
                seen.push(result);
                Ok(())
            },
        );
        delivered.unwrap();
        seen
    }

    #[test]
    fn results_come_in_the_order_of_the_items_whatever_the_number_of_workers() {
        let expected: Vec<usize> = (0..200).map(|item| item * 2).collect();
        for workers in [1, 2, 8, 500] {
            assert_eq!(doubled_in_order(200, workers), expected);
        }
    }

    #[test]
    fn no_items_are_no_trouble() {
        assert!(doubled_in_order(0, 4).is_empty());
    }

    #[test]
    fn a_slow_first_item_holds_the_others_back_to_the_window() {
        let items: Vec<usize> = (0..1000).collect();
        let finished = AtomicUsize::new(0);
        let work = |_: &mut (), item: &usize| {
            if *item == 0 {
                thread::sleep(Duration::from_millis(200));
                return finished.load(Ordering::SeqCst);
            }
            finished.fetch_add(1, Ordering::SeqCst)
        };
        let mut ahead = None;
        let delivered = in_order(
            &items,
            2,
            || (),
            work,
            |result| {
                ahead.get_or_insert(result);
                Ok(())
            },
        );
        delivered.unwrap();
        assert!(ahead.unwrap() < 2 * WINDOW_PER_WORKER);
    }

    #[test]
    fn heavy_results_hold_the_others_back_sooner() {
        let items: Vec<usize> = (0..20).collect();
        let finished = AtomicUsize::new(0);
        let work = |_: &mut (), item: &usize| {
            if *item == 0 {
                thread::sleep(Duration::from_millis(200));
                return finished.load(Ordering::SeqCst);
            }
            finished.fetch_add(1, Ordering::SeqCst);
            WAITING_WEIGHT
        };
        let mut results = Vec::new();
        let delivered = in_order(
            &items,
            2,
            || (),
            work,
            |result| {
                results.push(result);
                Ok(())
            },
        );
        delivered.unwrap();
        assert_eq!((results[0], results.len()), (2, items.len()));
    }

    #[test]
    fn an_error_of_the_receiver_ends_the_work() {
        let items: Vec<usize> = (0..10_000).collect();
        let worked = AtomicUsize::new(0);
        let work = |_: &mut (), _: &usize| worked.fetch_add(1, Ordering::SeqCst);
        let outcome = in_order(&items, 2, || (), work, |_| Err(io::ErrorKind::BrokenPipe.into()));
        assert_eq!(outcome.unwrap_err().kind(), io::ErrorKind::BrokenPipe);
        assert!(worked.load(Ordering::SeqCst) <= 2 * WINDOW_PER_WORKER);
    }
}
