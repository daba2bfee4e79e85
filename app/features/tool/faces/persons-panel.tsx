import type { ReactNode } from 'react';

import type { Person } from '#contract/index';

import type { Choices } from '~/features/tool/choices';

import { ChooseForEveryone } from './choose-for-everyone';
import type { FaceOption } from './face-options';
import { PersonChoice } from './person-choice';
import type { OpenPersons } from './use-open-persons';

interface Props {
  form: string;
  /** From left to right. */
  persons: Person[];
  faces: FaceOption[];
  /** Number of faces of the library that are not loaded. */
  otherFaces?: number;
  choices: Choices;
  choose: (person: string, photos: string) => void;
  rows: OpenPersons;
  isMoving: boolean;
  addChip: (person: Person) => ReactNode;
  onAdd?: (person: string, photo?: File) => void;
  /** Without script. */
  addForm?: (person: Person) => ReactNode;
  children?: ReactNode;
}

export function PersonsPanel({ form, persons, faces, choices, choose, rows, isMoving, ...rest }: Props) {
  const { otherFaces = 0, addChip, onAdd, addForm, children } = rest;
  const hasChoice = Object.keys(choices).length > 0;
  return (
    <>
      <div className="panel__head flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="t-card">Who becomes whom?</h2>
        <ChooseForEveryone {...{ persons, faces, otherFaces, choices, choose }} />
      </div>
      <div className="grid gap-0.5 px-2 py-3">
        {persons.map((person, index) => (
          <PersonChoice
            key={person.key}
            form={form}
            person={person}
            name={`Person ${index + 1}`}
            faces={faces}
            chosen={choices[person.key] ?? ''}
            onChoose={(photos) => {
              rows.activate(person.key);
              choose(person.key, photos);
            }}
            emptyLabel={hasChoice ? 'Keeps their own face' : 'Choose a face'}
            hasScreenTime={isMoving}
            isExclusive={rows.isExclusive}
            isOpen={rows.isOpen(person.key)}
            isActive={rows.active === person.key}
            onToggle={(isOpen) => rows.toggle(person.key, isOpen)}
            onActivate={() => rows.activate(person.key)}
            addChip={addChip(person)}
            onAdd={onAdd && ((photo) => onAdd(person.key, photo))}
          >
            {addForm?.(person)}
          </PersonChoice>
        ))}
        {children}
      </div>
    </>
  );
}
