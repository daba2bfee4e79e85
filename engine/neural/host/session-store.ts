import type * as Runtime from 'onnxruntime-node';
import { EngineError } from '#engine/errors';
import { loadRuntime } from '#engine/nets/runtime';
import { assertUnchanged } from '#engine/neural/packs/integrity';
import { deviceFault } from './device-fault';
import { sessionOptions } from './devices';
import type { HostSettings, NetFile } from './messages';

/** Loaded nets, the least recently used first; released when the memory budget is exceeded. */
export class SessionStore {
  private readonly sessions = new Map<string, Runtime.InferenceSession>();

  constructor(private readonly settings: HostSettings) {}

  /** @throws EngineError `model_missing`, `model_altered`, `model_unfit`, `device_memory`, `device_unavailable` */
  async open(id: string): Promise<Runtime.InferenceSession> {
    const session = this.sessions.get(id) ?? (await this.load(id));
    this.sessions.delete(id);
    this.sessions.set(id, session);
    return session;
  }

  /** After the device ran out of memory. */
  async releaseOthers(kept: string): Promise<void> {
    for (const id of [...this.sessions.keys()]) if (id !== kept) await this.release(id);
  }

  private async load(id: string): Promise<Runtime.InferenceSession> {
    const net = this.netOf(id);
    await assertUnchanged(net);
    await this.makeRoom(net);
    const { InferenceSession } = await loadRuntime();
    const options = sessionOptions(this.settings.device, this.settings.threads);
    try {
      return await InferenceSession.create(net.file, options);
    } catch (error) {
      const fault = deviceFault(`The net ${id} could not be loaded`, error);
      if (fault.code !== 'device_memory' || this.sessions.size === 0) throw fault;
      await this.releaseOthers(id);
      return InferenceSession.create(net.file, options).catch((again: unknown) => {
        throw deviceFault(`The net ${id} could not be loaded`, again);
      });
    }
  }

  private async makeRoom(net: NetFile): Promise<void> {
    const used = () => [...this.sessions.keys()].reduce((sum, id) => sum + this.netOf(id).memoryMB, 0);
    for (const id of [...this.sessions.keys()]) {
      if (used() + net.memoryMB <= this.settings.memoryMB) return;
      await this.release(id);
    }
  }

  private async release(id: string): Promise<void> {
    const session = this.sessions.get(id);
    this.sessions.delete(id);
    await session?.release();
  }

  private netOf(id: string): NetFile {
    const net = this.settings.nets.find((one) => one.id === id);
    if (net) return net;
    throw new EngineError('model_missing', `The net ${id} is not among the packs. Restart after adding a pack.`);
  }
}
