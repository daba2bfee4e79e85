/** Reloads the page periodically if scripts are disabled. */
export function RefreshWithoutScript({ seconds = 2 }: { seconds?: number }) {
  return (
    <noscript>
      <meta httpEquiv="refresh" content={String(seconds)} />
    </noscript>
  );
}
