// Loaded into a role (node --import): at SIGUSR2, the clock steps by the seconds in the file that DRILL_CLOCK names.
// Shifts what JavaScript reads; native code and the processes it starts keep the time.
import { readFileSync } from 'node:fs';
import process from 'node:process';

const RealDate = Date;
let shiftMs = 0;
const now = () => RealDate.now() + shiftMs;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, created) => Reflect.construct(target, args.length === 0 ? [now()] : args, created),
  apply: () => new RealDate(now()).toString(),
  get: (target, key, receiver) => (key === 'now' ? now : Reflect.get(target, key, receiver)),
});

process.on('SIGUSR2', () => {
  shiftMs = 1000 * Number(readFileSync(process.env.DRILL_CLOCK, 'utf8'));
});
