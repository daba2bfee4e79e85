interface Holder {
  network: string | undefined;
  amount: number;
  end: () => void;
}

export interface Share {
  use(amount: number): void;
  leave(): void;
}

/**
 * Capacity that requests use while they arrive. When it is exceeded, the network that uses most loses the request that it
 * began first: unfinished requests of one network keep no other network out.
 */
export class FairShare {
  /** The oldest first. */
  private readonly holders = new Set<Holder>();
  private used = 0;

  constructor(private readonly capacity: number) {}

  /** `end` gives the request up: once at most, and maybe within its own `use`. */
  enter(network: string | undefined, end: () => void): Share {
    const holder: Holder = { network, amount: 0, end };
    this.holders.add(holder);
    return {
      use: (amount) => {
        if (!this.holders.has(holder)) return;
        holder.amount += amount;
        this.used += amount;
        while (this.used > this.capacity) this.endOne();
      },
      leave: () => this.remove(holder),
    };
  }

  private remove(holder: Holder): void {
    if (this.holders.delete(holder)) this.used -= holder.amount;
  }

  private endOne(): void {
    const amounts = new Map<string | undefined, number>();
    for (const { network, amount } of this.holders) amounts.set(network, (amounts.get(network) ?? 0) + amount);
    const most = Math.max(...amounts.values());
    for (const holder of this.holders) {
      if (holder.amount === 0 || amounts.get(holder.network) !== most) continue;
      this.remove(holder);
      return holder.end();
    }
  }
}
