interface Repetition {
  intervalMs: number;
  onError: (error: unknown) => void;
}

/** Runs `work` each `intervalMs`, unless the last run is still going on. Returns a function that stops after that run. */
export function repeat(work: () => Promise<void>, { intervalMs, onError }: Repetition): () => Promise<void> {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= work()
      .catch(onError)
      .finally(() => (running = undefined));
  }, intervalMs);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
