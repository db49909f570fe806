import type { XmlNode } from '../xml.ts';
import { listChildren, readText } from '../xml-node.ts';

/** The class that a set of students belongs to, and whether it is only a part of it. */
export interface StudentSet {
  grade: string;
  is_part: boolean;
}

const nameOf = (node: XmlNode) => readText(node, 'Name')?.trim() ?? null;

/**
 * What FET's years, groups and subgroups are here. Schools use them in two ways: where lessons are given to a year
 * itself, the year is a class and its groups are parts of it; where a year only holds groups, these are the classes. A
 * subgroup is always a part.
 */
export function readStudentSets(years: readonly XmlNode[], used: ReadonlySet<string>): Map<string, StudentSet> {
  const sets = new Map<string, StudentSet>();
  const add = (name: string | null, set: StudentSet) => {
    if (name !== null && !sets.has(name)) sets.set(name, set);
  };
  for (const year of years) {
    const name = nameOf(year);
    if (name !== null) add(name, { grade: name, is_part: false });
  }
  for (const year of years) {
    const name = nameOf(year);
    const isClass = name !== null && used.has(name);
    for (const group of listChildren(year, 'Group')) {
      const own = nameOf(group);
      const grade = isClass ? name : own;
      if (grade === null) continue;
      add(own, { grade, is_part: isClass });
      for (const part of listChildren(group, 'Subgroup')) add(nameOf(part), { grade, is_part: true });
    }
  }
  return sets;
}
