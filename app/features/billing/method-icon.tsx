import type { ReactNode } from 'react';

import type { MethodName } from '#contract/index';

const card = (
  <>
    <rect x="9" y="6" width="22" height="16" rx="3" />
    <path d="M9 11.5h22M13 17.5h5" />
  </>
);

/** Not the providers' trademarks. */
const drawings: Record<MethodName, ReactNode> = {
  stripe: card,
  cards: card,
  onerway: card,
  evonet: card,
  paypal: (
    <>
      <circle cx="14" cy="14" r="5" />
      <circle cx="26" cy="14" r="5" />
      <path d="M19 14h2" />
    </>
  ),
  googlepay: <path d="M15 5h10v18H15zM18.5 20h3M17.5 11.5c1.6-1.6 3.4-1.6 5 0M16.5 9c2.2-2.2 4.8-2.2 7 0" />,
  applepay: <path d="M14 5h12v18H14zM18.5 20h3M17 12.5l2.2 2.2 3.8-4.4" />,
  generic: <path d="M12 10h.1M20 10h.1M28 10h.1M12 18h.1M20 18h.1M28 18h.1" strokeWidth={3} />,
  skrill: <path d="M10 9h20v13H10zM25 14h5v4h-5a2 2 0 0 1 0-4zM13 9l11-4 1.5 4" />,
  trustly: <path d="M9 12 20 5l11 7zM12 12v8M17.3 12v8M22.7 12v8M28 12v8M9 22.5h22" />,
  afterpay_us: (
    <>
      <rect x="9" y="8" width="4" height="12" rx="1.5" />
      <rect x="15" y="8" width="4" height="12" rx="1.5" />
      <rect x="21" y="8" width="4" height="12" rx="1.5" />
      <rect x="27" y="8" width="4" height="12" rx="1.5" strokeDasharray="2.4 2" />
    </>
  ),
  paysafecard: <path d="M9 8h22v4a2 2 0 0 0 0 4v4H9v-4a2 2 0 0 0 0-4zM18 12.5h5M18 15.5h5" />,
  crypto: (
    <>
      <path d="m20 4 8.7 5v10L20 24l-8.7-5V9z" />
      <path d="M20 4v20M11.3 9 20 14l8.7-5" />
    </>
  ),
};

export function MethodIcon({ method }: { method: MethodName }) {
  return (
    <svg className="method-mark" viewBox="0 0 40 28" aria-hidden="true">
      {drawings[method]}
    </svg>
  );
}
