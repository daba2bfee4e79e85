import type { ApiKey } from '#contract/index';

import { Time } from '~/components/time';
import { DeleteButton } from '~/components/delete-button';

export function KeyList({ keys }: { keys: ApiKey[] }) {
  return (
    <ul className="grid gap-2" aria-label="API keys">
      {keys.map((key) => (
        <KeyRow key={key.key_id} apiKey={key} />
      ))}
    </ul>
  );
}

function KeyRow({ apiKey: { key_id, name, last_four, scopes, created_at, last_used_at } }: { apiKey: ApiKey }) {
  return (
    <li className="card integration">
      <div className="grid min-w-0 gap-1">
        <h2 className="integration__name">{name}</h2>
        <p className="small muted">
          <code>fsk_…{last_four}</code>, made on <Time value={created_at} />,{' '}
          {last_used_at ? (
            <>
              last used on <Time value={last_used_at} withTime />
            </>
          ) : (
            'never used'
          )}
        </p>
        <p className="flex flex-wrap gap-2">
          {scopes.map((scope) => (
            <span key={scope} className="badge">
              {scope}
            </span>
          ))}
        </p>
      </div>
      <DeleteButton
        name={name}
        verb="Revoke"
        isWide
        title="Revoke this key?"
        consequence="Programs that use it are refused at once. A revoked key cannot come back."
        fields={{ intent: 'revoke', key_id }}
      />
    </li>
  );
}
