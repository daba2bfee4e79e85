export interface Frames {
  setPaused(isPaused: boolean): void;
  /** The frame that is shown, also while paused. */
  redraw(): void;
}

interface Options {
  /** No frame is shown while it is out of sight. */
  element: Element;
  /** Of playing, after which the frames pause. */
  restAfterSeconds: number;
  onRest: () => void;
  signal: AbortSignal;
}

const frameSeconds = 1 / 30;

/** Shows 30 frames a second by the seconds played so far, and asks the browser for none while nothing moves. */
export function playFrames(show: (seconds: number) => void, options: Options): Frames {
  const { element, restAfterSeconds, onRest, signal } = options;
  let [seconds, restAt, last] = [0, restAfterSeconds, 0];
  let [isPaused, isInSight] = [false, true];
  let asked: number | undefined;

  const ask = () => {
    const isPlaying = !isPaused && isInSight && !signal.aborted;
    if (isPlaying) asked ??= requestAnimationFrame(tick);
    else stopAsking();
  };
  const stopAsking = () => {
    if (asked !== undefined) cancelAnimationFrame(asked);
    asked = undefined;
  };
  const tick = (now: number) => {
    asked = undefined;
    const passed = (now - last) / 1000;
    if (passed >= frameSeconds * 0.9) {
      last = now;
      seconds = Math.min(seconds + Math.min(passed, 2 * frameSeconds), restAt); // resumes after a pause where it stopped
      show(seconds);
    }
    if (seconds === restAt) {
      isPaused = true;
      onRest();
    }
    ask();
  };
  const sight = new IntersectionObserver((entries) => {
    isInSight = entries.at(-1)!.isIntersecting;
    ask();
  });
  sight.observe(element);
  signal.addEventListener('abort', () => {
    sight.disconnect();
    ask();
  });

  show(seconds);
  ask();
  return {
    redraw: () => show(seconds),
    setPaused(value) {
      if (isPaused && !value && seconds === restAt) restAt += restAfterSeconds;
      isPaused = value;
      ask();
    },
  };
}
