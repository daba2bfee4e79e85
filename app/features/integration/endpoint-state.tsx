import type { WebhookDelivery, WebhookEndpoint } from '#contract/index';

const reasons = { user: 'Off', gone: 'Off: answered 410', failing: 'Off: failing' } as const;

export function EndpointState({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { disabled_reason, failing_since } = endpoint;
  if (disabled_reason) {
    return (
      <span className={`badge ${disabled_reason === 'user' ? '' : 'badge--red'}`}>{reasons[disabled_reason]}</span>
    );
  }
  return failing_since ? (
    <span className="badge badge--orange">Failing</span>
  ) : (
    <span className="badge badge--green">On</span>
  );
}

const states = {
  pending: { label: 'Waiting', color: 'badge--orange' },
  succeeded: { label: 'Delivered', color: 'badge--green' },
  failed: { label: 'Failed', color: 'badge--red' },
} as const;

export function DeliveryState({ status }: { status: WebhookDelivery['status'] }) {
  const { label, color } = states[status];
  return <span className={`badge ${color}`}>{label}</span>;
}
