import { Compare } from '~/components/compare';
import { Face, FaceChip } from '~/components/face';
import { Note } from '~/components/note';
import { Pager } from '~/components/pager';
import { Progress } from '~/components/progress';
import { Questions } from '~/components/questions';
import { Skeleton } from '~/components/skeleton';
import { Table } from '~/components/table';
import { Tabs } from '~/components/tabs';
import { duoAfter, duoBefore } from '~/components/pictures';
import { portraitThumb } from '~/features/tool/samples';

import { Part, Row } from './part';

export function ProgressBars() {
  const states = [
    { state: 'going', words: 'Uploading', value: 43 },
    { state: 'paused', words: 'Paused', value: 43 },
    { state: 'failed', words: 'Connection lost, trying again in 4 s', value: 43 },
    { state: 'done', words: 'Done', value: 100 },
  ] as const;
  return (
    <Part title="Progress">
      {states.map(({ state, words, value }) => (
        <div key={state} className="grid gap-1.5">
          <p className="small flex justify-between gap-3">
            {words} <span className="muted tabular-nums">{value}%</span>
          </p>
          <Progress value={value} label={words} state={state} />
        </div>
      ))}
      <Progress value={62} label="Thin" thin />
    </Part>
  );
}

export function Notes() {
  return (
    <Part title="Notes">
      <Note icon="clock">
        <b>You can close this tab.</b> We carry on without it.
      </Note>
      <Note kind="warn">
        <b>Kept for 2 more days.</b> Download it if you want to keep it.
      </Note>
      <Note kind="error">
        <b>This GIF is too long.</b> It lasts 21.4 s and may last 15 s: cut it shorter and choose it again.
      </Note>
    </Part>
  );
}

export function Faces() {
  const chips = [
    { value: 'nadia', label: 'Nadia' },
    { value: 'otto', label: 'Chosen' },
    { value: 'lin', label: 'Lin' },
  ] as const;
  return (
    <Part title="Faces">
      <div className="chips">
        {chips.map(({ value, label }) => (
          <FaceChip
            key={value}
            src={portraitThumb(value)}
            label={label}
            name="chip"
            value={value}
            defaultChecked={value === 'otto'}
          />
        ))}
      </div>
      <Row>
        <Face src={portraitThumb('freya')} size={40} />
        <Face src={portraitThumb('freya')} size={56} ring />
        <Face src={portraitThumb('freya')} size={72} />
        <Face size={56} />
      </Row>
    </Part>
  );
}

export function BeforeAndAfter() {
  return (
    <Part title="Before and after">
      <div className="overflow-hidden rounded-2xl">
        <Compare before={duoBefore} after={duoAfter} split={66} labelled />
      </div>
    </Part>
  );
}

const movements = [
  { id: 'a', what: 'Bought', credits: '+50', balance: 60 },
  { id: 'b', what: 'Swap', credits: '−4', balance: 56 },
];

export function Lists() {
  const tabs = ['All', 'Photos', 'GIFs', 'Videos'].map((label) => ({ to: '#lists', label, isOn: label === 'All' }));
  return (
    <Part title="Tabs, table, pages" wide>
      <Row>
        <Tabs label="Show" tabs={tabs} />
      </Row>
      <Table
        caption="Movements of credits"
        rows={movements}
        keyOf={({ id }) => id}
        columns={[
          { title: 'What', cell: ({ what }) => <b className="font-medium">{what}</b> },
          { title: 'Credits', isNumber: true, cell: ({ credits }) => credits },
          { title: 'Balance', isNumber: true, cell: ({ balance }) => balance },
        ]}
      />
      <Pager page={3} perPage={20} total={137} href={() => '#lists'} />
    </Part>
  );
}

export function Loading() {
  return (
    <Part title="Loading">
      <div className="grid grid-cols-2 gap-4">
        {[1, 2].map((tile) => (
          <div key={tile} className="grid gap-2">
            <Skeleton className="aspect-4/3 rounded-2xl" />
            <Skeleton className="h-4 w-3/4" />
            <Skeleton className="h-3 w-1/2" />
          </div>
        ))}
      </div>
    </Part>
  );
}

export function Asked() {
  return (
    <Part title="Questions">
      <Questions
        questions={[
          { ask: 'Do credits run out?', answer: 'No. Credits stay until you use them.' },
          { ask: 'What if a swap fails?', answer: 'Its credits come back by themselves.' },
        ]}
      />
    </Part>
  );
}
