import { drawLottery } from '../../kernel/lottery.ts';
import { Network } from '../../kernel/network.ts';

/** What a wish of each rank costs, and having no place at all (D-8.16). */
export const RANK_COSTS = [0, 1, 4, 9, 16] as const;
export const LEFT_OUT_COST = 1000;
/** Former bad luck counts up to this; each point makes what somebody does not get a tenth dearer. */
export const LUCK_MAXIMUM = 10;

/** Who wishes what, best first. */
export interface Wisher {
  readonly user_id: number;
  /** Option ids. */
  readonly wishes: readonly number[];
  /** Points of bad luck in former choices. */
  readonly luck: number;
}

export interface Offer {
  readonly id: number;
  readonly capacity: number;
}

/** What somebody gets. */
export interface Place {
  readonly user_id: number;
  /** 1 is drawn first: of two who could be swapped without any difference, the smaller number has the better place. */
  readonly lottery: number;
  readonly luck: number;
  /** Null: no place. */
  readonly option_id: number | null;
  /** Which wish it is, from 0; null: none of them. */
  readonly rank: number | null;
}

export interface Allocation {
  /** In the order of the lottery. */
  readonly places: readonly Place[];
  /** The sum of all costs, without the lottery: no other distribution has a smaller one. */
  readonly cost: number;
}

/** What it costs, in tenths, that somebody has a place of this rank, or none. */
export const costOf = (rank: number | null, luck: number): number =>
  (rank === null ? LEFT_OUT_COST : (RANK_COSTS[rank] ?? LEFT_OUT_COST)) * (10 + Math.min(luck, LUCK_MAXIMUM));

/** Long computation in short steps: whoever runs it lets others work between two of them. */
type Steps<T> = Generator<void, T, void>;

/**
 * Gives places by minimum cost: first the costs of ranks, weighted by former bad luck, then the lottery [D-8.16]. The
 * same input gives the same result, in whatever order it comes. Wishes for options that are not offered are passed over,
 * and keep their rank.
 */
export function* allocateInSteps(
  wishers: readonly Wisher[],
  offers: readonly Offer[],
  seed: string,
): Steps<Allocation> {
  const lottery = drawLottery(
    wishers.map(({ user_id }) => user_id),
    seed,
  );
  const numberOf = (user: number) => lottery.get(user) as number;
  const people = [...wishers].sort((one, other) => numberOf(one.user_id) - numberOf(other.user_id));
  const network = new Network();
  const [source, sink] = [network.node(), network.node()];
  const nodes = new Map<number, number>();
  for (const { id, capacity } of [...offers].sort((one, other) => one.id - other.id)) {
    const node = network.node();
    nodes.set(id, node);
    if (capacity > 0) network.link(node, sink, 0, capacity);
  }
  // Every sum of what the lottery says is smaller than one step of the costs.
  const scale = (RANK_COSTS.length + 1) * people.length * people.length + 1;
  const linked = people.map(({ user_id, wishes, luck }, place) => {
    const node = network.node();
    network.link(source, node, 0);
    const weight = people.length - place;
    const edges = wishes.slice(0, RANK_COSTS.length).flatMap((option_id, rank) => {
      const target = nodes.get(option_id);
      if (target === undefined) return [];
      return [{ option_id, rank, edge: network.link(node, target, costOf(rank, luck) * scale + rank * weight) }];
    });
    network.link(node, sink, costOf(null, luck) * scale + RANK_COSTS.length * weight);
    return { user_id, luck, edges };
  });
  for (let sent = 0; sent < people.length; sent += 1) {
    network.augment(source, sink);
    yield;
  }
  let cost = 0;
  const places = linked.map(({ user_id, luck, edges }): Place => {
    const used = edges.find(({ edge }) => network.isUsed(edge));
    cost += costOf(used?.rank ?? null, luck);
    const lot = numberOf(user_id);
    return { user_id, lottery: lot, luck, option_id: used?.option_id ?? null, rank: used?.rank ?? null };
  });
  return { places, cost };
}

/** What closing a course below its minimum would mean. */
export interface Closing {
  readonly option_id: number;
  readonly count: number;
  readonly minimum: number;
  /** How many have a worse place then, and how many none that had one. */
  readonly worse: number;
  readonly left_out: number;
}

/** The courses below their minimum, each with what happens when it is closed, the smallest harm first [D-8.17]. */
export function* proposeClosingsInSteps(
  wishers: readonly Wisher[],
  offers: readonly (Offer & { readonly minimum: number })[],
  seed: string,
): Steps<Closing[]> {
  const { places: now } = yield* allocateInSteps(wishers, offers, seed);
  const before = new Map(now.map((one) => [one.user_id, one]));
  const small = offers.flatMap((offer) => {
    const count = now.filter(({ option_id }) => option_id === offer.id).length;
    return count < offer.minimum ? [{ offer, count }] : [];
  });
  const closings: Closing[] = [];
  for (const { offer, count } of small) {
    const others = offers.filter(({ id }) => id !== offer.id);
    const { places } = yield* allocateInSteps(wishers, others, seed);
    const rankOf = ({ rank }: Pick<Place, 'rank'>) => rank ?? RANK_COSTS.length;
    const worse = places.filter((one) => rankOf(one) > rankOf(before.get(one.user_id) ?? one));
    const left_out = worse.filter(({ option_id }) => option_id === null).length;
    const harm = { worse: worse.length - left_out, left_out };
    closings.push({ option_id: offer.id, count, minimum: offer.minimum, ...harm });
  }
  return closings.sort(
    (one, other) => one.left_out - other.left_out || one.worse - other.worse || one.option_id - other.option_id,
  );
}
