import { useConnectionLost } from './use-connection-lost';

export function ConnectionNotice() {
  const isLost = useConnectionLost();
  return (
    <div className="connection" role="status">
      {isLost ? <p>No connection. Your work stays here; we go on when it is back.</p> : null}
    </div>
  );
}
