import { useEffect, useState } from 'react';

import { keep, kept } from '~/lib/local-storage';

const KEY = 'countdown';
const WHOLE = 3600;

/** How long the offer still stands, as this browser last saw it. */
export function secondsLeft(): number {
  const seconds = Number(kept(KEY) ?? WHOLE);
  return Number.isInteger(seconds) && seconds >= 0 && seconds <= WHOLE ? seconds : WHOLE;
}

/** Counts down second by second and keeps where it stands; stops at nothing. */
export function Countdown() {
  const [seconds, setSeconds] = useState(WHOLE);
  useEffect(() => {
    let left = secondsLeft();
    setSeconds(left);
    const timer = setInterval(() => {
      left = Math.max(0, left - 1);
      keep(KEY, String(left));
      setSeconds(left);
    }, 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <time className="needs-script" dateTime={`PT${seconds}S`} role="timer" aria-live="off">
      {asClock(seconds)}
    </time>
  );
}

/** HH:MM:SS */
export function asClock(seconds: number): string {
  const parts = [seconds / 3600, (seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(Math.floor(part)).padStart(2, '0')).join(':');
}
