import { Tabs } from '~/components/tabs';

const kinds = [
  { type: undefined, label: 'All' },
  { type: 'photo', label: 'Photos' },
  { type: 'gif', label: 'GIFs' },
  { type: 'video', label: 'Videos' },
];

export function KindFilter({ type, pathTo }: { type?: string; pathTo: (place: { type?: string }) => string }) {
  const now = type === 'all' ? undefined : type;
  const tabs = kinds.map((kind) => ({ to: pathTo({ type: kind.type }), label: kind.label, isOn: kind.type === now }));
  return <Tabs label="Show" tabs={tabs} />;
}
