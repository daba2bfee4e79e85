import { useState } from 'react';

import type { Person } from '#contract/index';

/** More rows than this do not fit one screen. */
const maxOpen = 2;

export function useOpenPersons(persons: Person[], first = persons[0]!.key) {
  const isExclusive = persons.length > maxOpen;
  const [active, setActive] = useState(first);
  const [open, setOpen] = useState(() => (isExclusive ? [first] : persons.map(({ key }) => key)));
  return {
    isExclusive,
    active,
    activate: setActive,
    isOpen: (person: string) => open.includes(person),
    toggle(person: string, isOpen: boolean) {
      setOpen((before) => {
        if (before.includes(person) === isOpen) return before;
        if (!isOpen) return before.filter((key) => key !== person);
        return isExclusive ? [person] : [...before, person];
      });
      if (isOpen && !open.includes(person)) setActive(person);
    },
  };
}

export type OpenPersons = ReturnType<typeof useOpenPersons>;
