export interface NetTensor {
  readonly data: Float32Array | Float64Array;
  /** Pictures: the number of tiles first. */
  readonly dims: readonly number[];
  /** Dropped if the net has no such input. */
  readonly optional?: boolean;
}

/** What the caller expects: another length is a `model_unfit`. */
export interface NetOutput {
  /** Unset: the first. */
  readonly name?: string;
  /** Numbers, over all tiles. */
  readonly length: number;
}

export interface NetRunner {
  /**
   * @param net id of a pack
   * @param inputs by name; one with several tiles is run tile by tile unless the net takes batches
   * @returns a writable copy
   * @throws EngineError `model_missing`, `model_altered`, `model_unfit`, `device_memory`, `device_lost`
   */
  run(net: string, inputs: Readonly<Record<string, NetTensor>>, output: NetOutput): Promise<Float32Array>;
}
