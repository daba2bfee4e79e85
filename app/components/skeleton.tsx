/** Stands in for something that is loading, in its exact final size, so that nothing moves. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <div className={`skeleton ${className}`} aria-hidden="true" />;
}
