import type { Person } from '#contract/index';

type Box = Person['box'];

const centreOf = ({ x, width }: Box) => x + width / 2;

/** Null if the person is not seen. */
export const boxAt = (person: Person, atMs: number): Box | null =>
  person.sightings.find(({ at_ms }) => at_ms === atMs)?.box ?? null;

/** The time at which most persons are seen; the first of equals. */
function fullestOf(times: number[], persons: Person[]): number {
  const seenAt = (time: number) => persons.filter((person) => boxAt(person, time)).length;
  return times.reduce((best, time) => (seenAt(time) > seenAt(best) ? time : best), times[0] ?? 0);
}

/** Prefers most companions, then the person's best view. */
export function momentOf(person: Person, persons: Person[]): number {
  return fullestOf([person.best_seen_ms, ...person.sightings.map(({ at_ms }) => at_ms)], persons);
}

/** Persons at the fullest moment from left to right, then the others by appearance. */
export function fromLeftToRight(persons: Person[]): Person[] {
  const times = persons.flatMap(({ sightings }) => sightings.map(({ at_ms }) => at_ms)).sort((a, b) => a - b);
  const moment = fullestOf(times, persons);
  const placeOf = (person: Person) => {
    const box = boxAt(person, moment);
    return box ? centreOf(box) : Infinity;
  };
  return [...persons].sort((a, b) => {
    const [left, right] = [placeOf(a), placeOf(b)];
    return left === right ? a.first_seen_ms - b.first_seen_ms : left - right;
  });
}
