import type { Person } from '#contract/index';

import { Button } from '~/components/button';

import type { Choices } from '~/features/tool/choices';

import type { FaceOption } from './face-options';
import { fillAll } from './fill-all';
import { readRecent } from './kept-choices';

interface Props {
  persons: Person[];
  faces: FaceOption[];
  choices: Choices;
  choose: (person: string, photos: string) => void;
}

/** One press for all persons instead of one for each; single choices can be changed afterwards. */
export function ChooseForEveryone({ persons, faces, choices, choose }: Props) {
  if (persons.length < 2) return null;
  const isComplete = persons.every(({ key }) => choices[key]);
  const press = () => {
    const next = isComplete ? {} : fillAll(persons, choices, faces, readRecent());
    for (const { key } of persons) choose(key, next[key] ?? '');
  };
  return (
    <Button
      type="button"
      size="small"
      look={isComplete ? 'ghost' : 'second'}
      className="needs-script -my-2"
      onClick={press}
    >
      {isComplete ? 'Clear all' : 'Choose for all'}
    </Button>
  );
}
