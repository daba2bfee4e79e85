import { Tabs } from '~/components/tabs';
import { paths } from '~/lib/paths';

export function ApiTabs({ now }: { now: 'keys' | 'webhooks' }) {
  const tabs = [
    { to: paths.myApi(), label: 'Keys', isOn: now === 'keys' },
    { to: paths.myWebhooks(), label: 'Webhooks', isOn: now === 'webhooks' },
  ];
  return <Tabs label="API" tabs={tabs} />;
}
