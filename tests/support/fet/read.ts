import { readXmlTree, type XmlNode } from '../../../packages/formats/src/timetables/xml.ts';

/** A lesson that FET places. */
export interface FetActivity {
  readonly id: string;
  readonly group: string;
  readonly duration: number;
  readonly teachers: readonly string[];
  /** Sets of pupils of which no two overlap. */
  readonly pupils: readonly string[];
  /** The sets as the file names them. */
  readonly students: readonly string[];
  readonly subject: string;
  readonly tags: readonly string[];
  /** How many-th part of its group it is, from 1. */
  readonly component: number;
}

export interface FetFile {
  readonly days: readonly string[];
  readonly hours: readonly string[];
  readonly rooms: readonly string[];
  readonly activities: readonly FetActivity[];
  readonly constraints: readonly FetConstraint[];
  /** The sets of pupils without overlap that a named set consists of. */
  pupilsOf(students: string): readonly string[];
}

/** A constraint that is in force; `weight` in percent, 100 must hold. */
export interface FetConstraint {
  readonly kind: string;
  readonly weight: number;
  text(name: string): string;
  texts(name: string): readonly string[];
  /** Days and hours of a list of times, each by its position; -1 where the file names none that there is. */
  times(): readonly { readonly day: number; readonly hour: number }[];
}

const childrenOf = (node: XmlNode | undefined, name?: string) =>
  (node?.children ?? []).filter((one) => name === undefined || one.name === name);
const textsOf = (node: XmlNode | undefined, name: string) => childrenOf(node, name).map(({ text }) => text.trim());
const textOf = (node: XmlNode | undefined, name: string) => textsOf(node, name)[0] ?? '';

/** The sets of pupils: a year is its groups, a group its subgroups, as far as there are any. */
function readPupils(list: XmlNode | undefined): (students: string) => readonly string[] {
  const leaves = new Map<string, Set<string>>();
  const add = (node: XmlNode, parts: string): Set<string> => {
    const name = textOf(node, 'Name');
    const below = childrenOf(node, parts).flatMap((one) => [...add(one, 'Subgroup')]);
    const all = new Set([...(leaves.get(name) ?? []), ...(below.length === 0 ? [name] : below)]);
    if (below.length > 0) all.delete(name);
    leaves.set(name, all);
    return all;
  };
  for (const year of childrenOf(list, 'Year')) add(year, 'Group');
  return (students) => [...(leaves.get(students) ?? [])];
}

/** Reads a file of FET 5 or 6: what is to be placed, not what was placed (https://lalescu.ro/liviu/fet/). */
export function readFet(name: string, bytes: Uint8Array): FetFile {
  const root = readXmlTree({ name, bytes });
  const list = (element: string) => childrenOf(root, element)[0];
  const days = childrenOf(list('Days_List'), 'Day').map((node) => textOf(node, 'Name'));
  const hours = childrenOf(list('Hours_List'), 'Hour').map((node) => textOf(node, 'Name'));
  const pupilsOf = readPupils(list('Students_List'));
  const counts = new Map<string, number>();
  const activities = childrenOf(list('Activities_List'), 'Activity')
    .filter((node) => textOf(node, 'Active') !== 'false')
    .map((node): FetActivity => {
      const group = textOf(node, 'Activity_Group_Id');
      const component = group === '0' ? 1 : (counts.get(group) ?? 0) + 1;
      counts.set(group, component);
      const students = textsOf(node, 'Students');
      return {
        id: textOf(node, 'Id'),
        group,
        duration: Number(textOf(node, 'Duration')),
        teachers: textsOf(node, 'Teacher'),
        pupils: [...new Set(students.flatMap(pupilsOf))],
        students,
        subject: textOf(node, 'Subject'),
        tags: textsOf(node, 'Activity_Tag'),
        component,
      };
    });
  const toConstraint = (node: XmlNode): FetConstraint => ({
    kind: node.name.replace('Constraint', ''),
    weight: Number(textOf(node, 'Weight_Percentage')),
    text: (element) => textOf(node, element),
    texts: (element) => textsOf(node, element),
    times: () =>
      [node, ...node.children].flatMap((one) => {
        const part = (what: string) => one.children.find((child) => child.name.endsWith(what))?.text.trim();
        const [day, hour] = [part('Day'), part('Hour')];
        return day === undefined || hour === undefined ? [] : [{ day: days.indexOf(day), hour: hours.indexOf(hour) }];
      }),
  });
  const constraints = ['Time_Constraints_List', 'Space_Constraints_List']
    .flatMap((element) => childrenOf(list(element)))
    .filter((node) => textOf(node, 'Active') !== 'false')
    .map(toConstraint);
  const rooms = childrenOf(list('Rooms_List'), 'Room').map((node) => textOf(node, 'Name'));
  return { days, hours, rooms, activities, constraints, pupilsOf };
}
