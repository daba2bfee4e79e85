import { useMatches } from '@remix-run/react';
import { useEffect } from 'react';

import { useRootData, useUser } from '~/lib/root-data';

import { monitor } from './monitor';

export function useMonitoring(): void {
  const settings = useRootData()?.monitoring;
  const { uid, email, nickname } = useUser() ?? {};
  const route = useMatches().at(-1)?.id;

  useEffect(() => {
    if (settings) monitor.start(settings);
    else monitor.discard();
  }, [settings]);
  useEffect(() => {
    if (settings) monitor.record({ type: 'user', user: uid ? { id: uid, email, username: nickname } : null });
  }, [settings, uid, email, nickname]);
  useEffect(() => {
    if (settings && route) monitor.record({ type: 'page', route });
  }, [settings, route]);
}
