//! Processes items on several threads and delivers the results in the order of the items.
//!
//! A result waits until all earlier results are delivered. The number of items in progress and the memory of waiting results are
//! bounded, so that a slow item cannot fill the memory. This module knows nothing about pages.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::sync::mpsc::{self, Receiver};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Builder, Scope};
use std::time::Duration;

/// The name of each worker thread.
pub(crate) const WORKER_NAME: &str = "dehusk-worker";

/// The maximum number of items per worker that may be started before the next item in order is delivered. It lets the other
/// workers continue for a while when one item is slow. Chosen by hand.
const MAX_AHEAD_PER_WORKER: usize = 32;

/// No further item is started while the results that wait for their turn take more memory than this. Chosen by hand.
const MAX_WAITING_BYTES: usize = 64 << 20;

/// The memory that a result takes while it waits.
pub(crate) trait MemoryUse {
    /// An estimate in bytes.
    fn memory_bytes(&self) -> usize;
}

/// Calls `work` for each item on up to `workers` threads and passes the results to `deliver` in order. Each thread has its own
/// state, made by `start`. The first error of `deliver` ends the work.
///
/// `work` must not panic: the result of its item would never be delivered.
pub(crate) fn in_order<T: Sync, S, R: Send + MemoryUse, E: From<io::Error>>(
    items: &[T],
    workers: usize,
    start: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, &T) -> R + Sync,
    deliver: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    in_order_with_turns(items, workers, |_| Ok(()), start, work, deliver)
}

/// Like [`in_order`], but an item is started only when `turn` allows it. Meanwhile, items after it are started. What `turn` returns
/// is dropped when the item was worked on. Its error is the time to wait, or None if an item in progress has to end first.
pub(crate) fn in_order_with_turns<T: Sync, P, S, R: Send + MemoryUse, E: From<io::Error>>(
    items: &[T],
    workers: usize,
    turn: impl Fn(&T) -> Result<P, Option<Duration>> + Sync,
    start: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, &T) -> R + Sync,
    deliver: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    let workers = workers.clamp(1, items.len().max(1));
    let turnstile = Turnstile::new(items.len(), workers.saturating_mul(MAX_AHEAD_PER_WORKER));
    let run_worker = |results: mpsc::Sender<(usize, R)>| {
        let mut state = start();
        while let Some((index, pass)) = turnstile.next_item(|index| turn(&items[index])) {
            let result = work(&mut state, &items[index]);
            drop(pass);
            turnstile.add_waiting(result.memory_bytes());
            if results.send((index, result)).is_err() {
                return;
            }
        }
    };
    thread::scope(|scope| {
        let outcome = start_workers(scope, workers, &run_worker)
            .map_err(E::from)
            .and_then(|results| deliver_in_order(&results, &turnstile, deliver));
        turnstile.close();
        outcome
    })
}

/// Starts `count` threads, or fewer if the system refuses to start more. Returns an error if it refuses to start even one.
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

fn deliver_in_order<R: MemoryUse, E>(
    results: &Receiver<(usize, R)>,
    turnstile: &Turnstile,
    mut deliver: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    let mut waiting = BTreeMap::new();
    let mut turn = 0;
    for (index, result) in results {
        waiting.insert(index, result);
        while let Some(result) = waiting.remove(&turn) {
            let bytes = result.memory_bytes();
            deliver(result)?;
            turn += 1;
            turnstile.advance(bytes);
        }
    }
    Ok(())
}

/// Hands out the indices of the items: in order, except for items whose turn has not come. They are at most `window` ahead of the
/// last delivered item. While the waiting results take too much memory, only the item that is delivered next is handed out, so every
/// wait ends.
struct Turnstile {
    state: Mutex<TurnstileState>,
    changed: Condvar,
    items: usize,
    window: usize,
}

#[derive(Default)]
struct TurnstileState {
    /// Every item before this one was handed out or is held back.
    next: usize,
    /// The items whose turn has not come.
    held_back: BTreeSet<usize>,
    delivered: usize,
    waiting_bytes: usize,
    closed: bool,
}

impl Turnstile {
    fn new(items: usize, window: usize) -> Turnstile {
        Turnstile { state: Mutex::default(), changed: Condvar::new(), items, window }
    }

    /// Returns the index of an item and what `turn` returned for it, or None when no item is left. Blocks until an item may be
    /// started.
    fn next_item<P>(&self, turn: impl Fn(usize) -> Result<P, Option<Duration>>) -> Option<(usize, P)> {
        let mut state = self.lock();
        loop {
            if state.closed || (state.next >= self.items && state.held_back.is_empty()) {
                return None;
            }
            let wait = match self.first_ready(&mut state, &turn) {
                Ok(found) => return Some(found),
                Err(wait) => wait,
            };
            state = match wait {
                None => self.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
                Some(wait) => {
                    let waited = self.changed.wait_timeout(state, wait);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    }

    /// The first item that may be started. If there is none, the time until one may, or None if something has to change first.
    fn first_ready<P>(
        &self,
        state: &mut TurnstileState,
        turn: impl Fn(usize) -> Result<P, Option<Duration>>,
    ) -> Result<(usize, P), Option<Duration>> {
        let is_full = state.waiting_bytes > MAX_WAITING_BYTES;
        let ahead = if is_full { 1 } else { self.window };
        let end = state.delivered.saturating_add(ahead).min(self.items);
        let mut shortest: Option<Duration> = None;
        let mut ready = |index| match turn(index) {
            Ok(pass) => Some((index, pass)),
            Err(wait) => {
                shortest = [shortest, wait].into_iter().flatten().min();
                None
            }
        };
        if let Some(found) = state.held_back.range(..end).find_map(|index| ready(*index)) {
            state.held_back.remove(&found.0);
            return Ok(found);
        }
        while state.next < end {
            let index = state.next;
            state.next += 1;
            match ready(index) {
                Some(found) => return Ok(found),
                None => drop(state.held_back.insert(index)),
            }
        }
        Err(shortest)
    }

    /// Adds a result that waits for its delivery. Its worker has ended its turn.
    fn add_waiting(&self, bytes: usize) {
        let mut state = self.lock();
        state.waiting_bytes += bytes;
        let somebody_waits = !state.held_back.is_empty();
        drop(state);
        if somebody_waits {
            self.changed.notify_all();
        }
    }

    fn advance(&self, bytes: usize) {
        let mut state = self.lock();
        state.delivered += 1;
        state.waiting_bytes -= bytes;
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

    impl MemoryUse for usize {
        fn memory_bytes(&self) -> usize {
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
                Ok::<(), io::Error>(())
            },
        );
        delivered.unwrap();
        seen
    }

    #[test]
    fn results_are_in_the_order_of_the_items_for_any_number_of_workers() {
        let expected: Vec<usize> = (0..200).map(|item| item * 2).collect();
        for workers in [1, 2, 8, 500] {
            assert_eq!(doubled_in_order(200, workers), expected);
        }
    }

    /// The items belong to four hosts, each with one turn at a time.
    #[test]
    fn items_whose_turn_has_not_come_are_overtaken() {
        let items: Vec<usize> = (0..400).collect();
        let hosts: [Mutex<()>; 4] = Default::default();
        let turn = |item: &usize| hosts[item / 100].try_lock().map_err(|_| None);
        let (active, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let work = |_: &mut (), item: &usize| {
            most.fetch_max(active.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            thread::yield_now();
            active.fetch_sub(1, Ordering::SeqCst);
            *item % 7
        };
        let mut seen = Vec::new();
        let deliver = |result| {
            seen.push(result);
            Ok::<(), io::Error>(())
        };
        in_order_with_turns(&items, 8, turn, || (), work, deliver).unwrap();
        assert_eq!(seen, items.iter().map(|item| item % 7).collect::<Vec<_>>());
        assert!(most.load(Ordering::SeqCst) <= hosts.len());
    }

    #[test]
    fn an_item_is_started_when_its_wait_is_over() {
        let asked = AtomicUsize::new(0);
        let turn = |_: &usize| match asked.fetch_add(1, Ordering::SeqCst) {
            0..3 => Err(Some(Duration::from_nanos(1))),
            _ => Ok(()),
        };
        let mut seen = Vec::new();
        in_order_with_turns(
            &[7, 8],
            1,
            turn,
            || (),
            |(), item| *item,
            |result| {
                seen.push(result);
                Ok::<(), io::Error>(())
            },
        )
        .unwrap();
        assert_eq!(seen, [7, 8]);
    }

    #[test]
    fn no_items_give_no_results() {
        assert!(doubled_in_order(0, 4).is_empty());
    }

    #[test]
    fn no_item_is_started_beyond_the_window_or_the_memory() {
        let turnstile = Turnstile::new(20, 4);
        let startable = || -> Vec<usize> {
            let mut state = turnstile.lock();
            let next = || turnstile.first_ready(&mut state, |_| Ok(())).ok();
            std::iter::from_fn(next).map(|(index, ())| index).collect()
        };
        let finish = |bytes| turnstile.add_waiting(bytes);
        assert_eq!(startable(), [0, 1, 2, 3]);
        assert!(startable().is_empty());
        finish(0);
        turnstile.advance(0);
        assert_eq!(startable(), [4]);
        // The results of 2 and 3 wait for that of 1, which is the next.
        finish(MAX_WAITING_BYTES);
        finish(1);
        finish(0);
        turnstile.advance(0);
        assert!(startable().is_empty(), "the window would allow 5");
        turnstile.advance(MAX_WAITING_BYTES);
        assert_eq!(startable(), [5, 6]);
    }

    /// Works on items with two workers. The first item ends when item `last` has begun; the results of the others take `bytes`.
    /// Returns how far an item was ahead of the results that were delivered.
    fn most_ahead(items: usize, last: usize, bytes: usize) -> usize {
        /// A defect fails then, and does not wait for ever.
        const MAX_WAIT: Duration = Duration::from_secs(60);
        let items: Vec<usize> = (0..items).collect();
        let (delivered, ahead) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let (sender, receiver) = mpsc::channel();
        let receiver = Mutex::new(receiver);
        let work = |_: &mut (), item: &usize| {
            ahead.fetch_max(item.saturating_sub(delivered.load(Ordering::SeqCst)), Ordering::SeqCst);
            if *item == last {
                sender.send(()).unwrap();
            }
            if *item > 0 {
                return bytes;
            }
            // Without the signal, nothing was ahead, which the callers find.
            let _ = receiver.lock().unwrap().recv_timeout(MAX_WAIT);
            1
        };
        let deliver = |_| {
            delivered.fetch_add(1, Ordering::SeqCst);
            Ok::<(), io::Error>(())
        };
        in_order(&items, 2, || (), work, deliver).unwrap();
        assert_eq!(delivered.load(Ordering::SeqCst), items.len());
        ahead.load(Ordering::SeqCst)
    }

    #[test]
    fn a_slow_first_item_holds_the_others_back() {
        let last = 2 * MAX_AHEAD_PER_WORKER - 1;
        assert_eq!(most_ahead(1000, last, 0), last);
    }

    #[test]
    fn large_results_hold_the_others_back_sooner() {
        assert_eq!(most_ahead(20, 2, MAX_WAITING_BYTES), 2);
    }

    #[test]
    fn an_error_of_deliver_ends_the_work() {
        let items: Vec<usize> = (0..10_000).collect();
        let worked = AtomicUsize::new(0);
        let work = |_: &mut (), _: &usize| worked.fetch_add(1, Ordering::SeqCst);
        let deliver = |_| Err::<(), io::Error>(io::ErrorKind::BrokenPipe.into());
        let outcome = in_order(&items, 2, || (), work, deliver);
        assert_eq!(outcome.unwrap_err().kind(), io::ErrorKind::BrokenPipe);
        assert!(worked.load(Ordering::SeqCst) <= 2 * MAX_AHEAD_PER_WORKER);
    }
}
