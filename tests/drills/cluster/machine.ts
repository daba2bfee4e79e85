import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';

const restartMs = 500;

export interface Program {
  name: string;
  /** Arguments of `nsenter`. */
  enter: string[];
  command: string[];
  environment: Record<string, string>;
  log: string;
}

/** A process in a namespace, started again when it exits, as by systemd. */
export class Machine {
  private child: ChildProcess | undefined;
  private isWanted = true;
  private timer: NodeJS.Timeout | undefined;
  /** Exits that the drill did not cause. */
  exits: string[] = [];

  constructor(private readonly program: Program) {
    this.start();
  }

  get pid(): number | undefined {
    return this.child?.pid;
  }

  private start(): void {
    const { enter, command, environment, log } = this.program;
    const output = openSync(log, 'a');
    const child = spawn('nsenter', [...enter, '--', ...command], {
      env: environment as NodeJS.ProcessEnv,
      stdio: ['ignore', output, output],
    });
    closeSync(output);
    this.child = child;
    child.once('exit', (code, signal) => {
      this.child = undefined;
      if (!this.isWanted) return;
      this.exits.push(String(signal ?? code));
      this.timer = setTimeout(() => this.start(), restartMs);
    });
  }

  signal(name: NodeJS.Signals): void {
    this.child?.kill(name);
  }

  /** Until `revive`. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    this.isWanted = false;
    clearTimeout(this.timer);
    const child = this.child;
    if (!child) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  revive(): void {
    this.isWanted = true;
    if (!this.child) this.start();
  }
}
