import { useEffect, useState } from 'react';

import { writeLocal, readLocal } from '~/lib/local-storage';

const storageKey = 'countdown';
const totalSeconds = 3600;

/** Stored by this browser. */
function secondsLeft(): number {
  const seconds = Number(readLocal(storageKey) ?? totalSeconds);
  return Number.isInteger(seconds) && seconds >= 0 && seconds <= totalSeconds ? seconds : totalSeconds;
}

export function Countdown() {
  const [seconds, setSeconds] = useState(totalSeconds);
  useEffect(() => {
    let left = secondsLeft();
    setSeconds(left);
    const timer = setInterval(() => {
      left = Math.max(0, left - 1);
      writeLocal(storageKey, String(left));
      setSeconds(left);
    }, 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <time className="needs-script" dateTime={`PT${seconds}S`} role="timer" aria-live="off">
      {formatCountdown(seconds)}
    </time>
  );
}

/** HH:MM:SS */
function formatCountdown(seconds: number): string {
  const parts = [seconds / 3600, (seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(Math.floor(part)).padStart(2, '0')).join(':');
}
