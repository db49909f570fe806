import { readXmlTree, type XmlNode } from '../../../packages/formats/src/timetables/xml.ts';

/** An event of an XHSTT instance: so many times with so many resources. */
export interface XhsttEvent {
  readonly id: string;
  readonly duration: number;
  /** `resource` null: one is still to be chosen, of those that the constraints of its role prefer. */
  readonly resources: readonly { readonly resource: number | null; readonly role: string }[];
}

export interface TimeGroup {
  readonly times: readonly number[];
  readonly minimum: number;
  readonly maximum: number;
}

/** A constraint; times, resources and events are positions in the lists of the instance. */
export interface XhsttConstraint {
  readonly kind: string;
  readonly isHard: boolean;
  readonly weight: number;
  readonly events: readonly number[];
  readonly groups: readonly (readonly number[])[];
  readonly resources: readonly number[];
  readonly preferred: ReadonlySet<number>;
  readonly role: string;
  readonly times: ReadonlySet<number>;
  readonly timeGroups: readonly TimeGroup[];
  readonly minimum: number;
  readonly maximum: number;
  readonly duration: number | null;
  readonly durations: {
    readonly shortest: number;
    readonly longest: number;
    readonly fewest: number;
    readonly most: number;
  };
}

export interface XhsttInstance {
  readonly id: string;
  readonly times: readonly string[];
  /** Times of each day, in order. */
  readonly days: readonly (readonly number[])[];
  readonly resources: readonly { readonly id: string; readonly type: string }[];
  readonly events: readonly XhsttEvent[];
  readonly constraints: readonly XhsttConstraint[];
}

/** A part of an event with its time and resources; null: it has none. */
export interface XhsttMeet {
  readonly event: number;
  readonly duration: number;
  readonly time: number | null;
  readonly resources: readonly (number | null)[];
}

export interface XhsttSolution {
  readonly instance: string;
  readonly group: string;
  readonly meets: readonly XhsttMeet[];
}

const child = (node: XmlNode | undefined, name: string) => node?.children.find((one) => one.name === name);
const childrenOf = (node: XmlNode | undefined, name?: string) =>
  (node?.children ?? []).filter((one) => name === undefined || one.name === name);
const textOf = (node: XmlNode | undefined, name: string) => child(node, name)?.text.trim();
const numberOf = (node: XmlNode | undefined, name: string, otherwise = 0) => Number(textOf(node, name) ?? otherwise);
const idOf = ({ attributes }: XmlNode) => attributes.Id ?? '';
const referenceOf = (node: XmlNode | undefined) => node?.attributes.Reference;

/** Things by their id, and the groups that they say they are in. */
class Index {
  readonly ids: string[] = [];
  private readonly places = new Map<string, number>();
  private readonly groups = new Map<string, number[]>();

  add(node: XmlNode, groups: readonly XmlNode[]): void {
    const place = this.ids.push(idOf(node)) - 1;
    this.places.set(idOf(node), place);
    for (const group of groups) {
      const name = referenceOf(group) ?? '';
      this.groups.set(name, [...this.group(name), place]);
    }
  }

  place(node: XmlNode | undefined): number | null {
    return this.places.get(referenceOf(node) ?? '') ?? null;
  }

  group(name: string | undefined): readonly number[] {
    return this.groups.get(name ?? '') ?? [];
  }

  /** Whatever a list of references and a list of groups name. */
  all(single: readonly XmlNode[], groups: readonly XmlNode[]): number[] {
    const named = single.flatMap((node) => this.place(node) ?? []);
    return [...new Set([...named, ...groups.flatMap((node) => this.group(referenceOf(node)))])];
  }
}

function readConstraint(node: XmlNode, times: Index, resources: Index, events: Index): XhsttConstraint {
  const target = child(node, 'AppliesTo');
  const groups = childrenOf(child(target, 'EventGroups')).map((one) => events.group(referenceOf(one)));
  const timeGroups = childrenOf(child(node, 'TimeGroups'));
  const cost = textOf(node, 'CostFunction') ?? 'Linear';
  if (cost !== 'Linear') throw new Error(`${idOf(node)}: the cost function ${cost} is not known`);
  return {
    kind: node.name.replace('Constraint', ''),
    isHard: textOf(node, 'Required') === 'true',
    weight: numberOf(node, 'Weight'),
    events: [...events.all(childrenOf(child(target, 'Events')), []), ...groups.flat()],
    groups,
    resources: resources.all(childrenOf(child(target, 'Resources')), childrenOf(child(target, 'ResourceGroups'))),
    preferred: new Set(resources.all(childrenOf(child(node, 'Resources')), childrenOf(child(node, 'ResourceGroups')))),
    role: textOf(node, 'Role') ?? '',
    times: new Set(times.all(childrenOf(child(node, 'Times')), timeGroups)),
    timeGroups: timeGroups.map((one) => ({
      times: times.group(referenceOf(one)),
      minimum: numberOf(one, 'Minimum'),
      maximum: numberOf(one, 'Maximum'),
    })),
    minimum: numberOf(node, 'Minimum'),
    maximum: numberOf(node, 'Maximum'),
    duration: child(node, 'Duration') ? numberOf(node, 'Duration') : null,
    durations: {
      shortest: numberOf(node, 'MinimumDuration'),
      longest: numberOf(node, 'MaximumDuration'),
      fewest: numberOf(node, 'MinimumAmount'),
      most: numberOf(node, 'MaximumAmount'),
    },
  };
}

function readInstance(node: XmlNode): { instance: XhsttInstance; times: Index; resources: Index; events: Index } {
  const [times, resources, events] = [new Index(), new Index(), new Index()];
  const groupsOf = (one: XmlNode, list: string, ...names: string[]) => [
    ...names.flatMap((name) => childrenOf(one, name)),
    ...childrenOf(child(one, list)),
  ];
  const days = new Map<string, number[]>();
  for (const one of childrenOf(child(node, 'Times'), 'Time')) {
    times.add(one, groupsOf(one, 'TimeGroups', 'Day', 'Week'));
    const day = referenceOf(child(one, 'Day')) ?? '';
    days.set(day, [...(days.get(day) ?? []), times.ids.length - 1]);
  }
  const types: string[] = [];
  for (const one of childrenOf(child(node, 'Resources'), 'Resource')) {
    resources.add(one, groupsOf(one, 'ResourceGroups'));
    types.push(referenceOf(child(one, 'ResourceType')) ?? '');
  }
  const read: XhsttEvent[] = [];
  for (const one of childrenOf(child(node, 'Events'), 'Event')) {
    events.add(one, groupsOf(one, 'EventGroups', 'Course'));
    read.push({
      id: idOf(one),
      duration: numberOf(one, 'Duration'),
      resources: childrenOf(child(one, 'Resources'), 'Resource').map((need) => ({
        resource: resources.place(need),
        role: textOf(need, 'Role') ?? '',
      })),
    });
  }
  const instance = {
    id: idOf(node),
    times: times.ids,
    days: [...days.values()],
    resources: resources.ids.map((id, place) => ({ id, type: types[place] as string })),
    events: read,
    constraints: childrenOf(child(node, 'Constraints')).map((one) => readConstraint(one, times, resources, events)),
  };
  return { instance, times, resources, events };
}

/** Reads an XHSTT archive of one instance, with the solutions in it (https://www.utwente.nl/en/eemcs/dmmp/hstt/). */
export function readXhstt(name: string, bytes: Uint8Array): { instance: XhsttInstance; solutions: XhsttSolution[] } {
  const archive = readXmlTree({ name, bytes });
  const { instance, times, resources, events } = readInstance(
    child(child(archive, 'Instances'), 'Instance') as XmlNode,
  );
  const toMeet = (node: XmlNode): XhsttMeet => {
    const event = events.place(node) as number;
    const known = instance.events[event] as XhsttEvent;
    const chosen = childrenOf(child(node, 'Resources'), 'Resource');
    return {
      event,
      duration: numberOf(node, 'Duration', known.duration),
      time: times.place(child(node, 'Time')),
      resources: known.resources.map(
        ({ resource, role }) => resource ?? resources.place(chosen.find((one) => textOf(one, 'Role') === role)),
      ),
    };
  };
  const solutions = childrenOf(child(archive, 'SolutionGroups'), 'SolutionGroup').flatMap((group) =>
    childrenOf(group, 'Solution').map((one) => ({
      instance: referenceOf(one) ?? '',
      group: idOf(group),
      meets: childrenOf(child(one, 'Events'), 'Event').map(toMeet),
    })),
  );
  return { instance, solutions };
}
