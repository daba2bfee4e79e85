/** Where there is no script to ask how the work stands, the page loads itself again. */
export function RefreshWithoutScript({ seconds = 2 }: { seconds?: number }) {
  return (
    <noscript>
      <meta httpEquiv="refresh" content={String(seconds)} />
    </noscript>
  );
}
