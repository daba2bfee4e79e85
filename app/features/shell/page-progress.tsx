import { useNavigation } from '@remix-run/react';

/** While the next page loads. Its style keeps it hidden for a moment: most pages are there at once. */
export function PageProgress() {
  return useNavigation().state === 'idle' ? null : <i className="page-progress" aria-hidden="true" />;
}
