import { OutboundError } from '../../kernel/outbound/index.ts';

/** What a directory may say on one line. */
export interface Room {
  /** Bytes of all answers. */
  readonly bytes: number;
  /** Memory that its answers take until they are used, bytes: each value costs more than it is long. */
  readonly held: number;
  /** Ms until everything has to be said. */
  readonly time: number;
}

/** What the client keeps of a value besides its bytes. */
const VALUE_BYTES = 400;

const [BOOLEAN, INTEGER, TEXT, SEQUENCE, SET, CONTROLS] = [0x01, 0x02, 0x04, 0x30, 0x31, 0xa0];
const [BIND, ENTRY, END, REFERENCE, EXTENDED] = [0x61, 0x64, 0x65, 0x73, 0x78];

/** A value as it stands in the bytes: its tag, and from where to where what it says is. */
interface Part {
  readonly tag: number;
  readonly from: number;
  readonly to: number;
}

const malformed = () => new OutboundError('unreachable', 'a directory');

/** The head of a value; null: not all of it has come. Throws where a length is written as nobody writes it. */
function headAt(bytes: Buffer, at: number): Part | null {
  const [tag, first] = [bytes[at], bytes[at + 1]];
  if (tag === undefined || first === undefined) return null;
  const more = first < 128 ? 0 : first & 0x7f;
  if (first === 128 || more > 4) throw malformed();
  const from = at + 2 + more;
  if (from > bytes.length) return null;
  return { tag, from, to: from + (more === 0 ? first : bytes.readUIntBE(at + 2, more)) };
}

/** The values inside another, of which none reaches out of it. */
function* partsOf(bytes: Buffer, { from, to }: Pick<Part, 'from' | 'to'>): Generator<Part> {
  for (let at = from; at < to; ) {
    const part = headAt(bytes, at);
    if (part === null || part.to > to) throw malformed();
    yield part;
    at = part.to;
  }
}

/** Throws unless these are exactly the parts, each with its tag. */
function expectParts(bytes: Buffer, outer: Part, tags: readonly number[]): Part[] {
  const parts = [...partsOf(bytes, outer)];
  if (parts.length !== tags.length || parts.some(({ tag }, index) => tag !== tags[index])) throw malformed();
  return parts;
}

function countTexts(bytes: Buffer, outer: Part): number {
  let count = 0;
  for (const { tag } of partsOf(bytes, outer)) {
    if (tag !== TEXT) throw malformed();
    count += 1;
  }
  return count;
}

function countOfEntry(bytes: Buffer, entry: Part): number {
  const [, list] = expectParts(bytes, entry, [TEXT, SEQUENCE]);
  let count = 0;
  for (const attribute of list ? partsOf(bytes, list) : []) {
    if (attribute.tag !== SEQUENCE) throw malformed();
    const [, values] = expectParts(bytes, attribute, [TEXT, SET]);
    count += 2 + (values ? countTexts(bytes, values) : 0);
  }
  return count;
}

/**
 * How many values a message holds. Throws unless it has the form that the client of the protocol takes for granted (RFC 4511 §4.1.1): of a
 * length that is not true it would read the same place for ever.
 */
function countOf(message: Buffer): number {
  const [outer] = partsOf(message, { from: 0, to: message.length });
  const [id, operation, controls, ...others] = outer?.tag === SEQUENCE ? partsOf(message, outer) : [];
  if (id?.tag !== INTEGER || !operation || others.length > 0) throw malformed();
  if (controls) {
    if (controls.tag !== CONTROLS) throw malformed();
    for (const control of partsOf(message, controls)) {
      if (control.tag !== SEQUENCE) throw malformed();
      const said = [...partsOf(message, control)].map(({ tag }) => tag);
      if (said.length > 3 || said[0] !== TEXT || ![undefined, BOOLEAN, TEXT].includes(said[1])) throw malformed();
    }
  }
  if (operation.tag === ENTRY) return 1 + countOfEntry(message, operation);
  if (operation.tag === REFERENCE) return 1 + countTexts(message, operation);
  if (![BIND, END, EXTENDED].includes(operation.tag)) throw malformed();
  return 1 + [...partsOf(message, operation)].length;
}

/** Takes what comes on a line, and answers the messages that are whole. Throws `OutboundError` for what has no form, or is too much. */
export function createMessages({ bytes: most, held: mostHeld }: Pick<Room, 'bytes' | 'held'>) {
  let [chunks, length, wanted, received, held]: [Buffer[], number, number, number, number] = [[], 0, 0, 0, 0];
  return {
    take(data: Buffer): Buffer[] {
      received += data.length;
      held += data.length;
      if (received > most || held > mostHeld) throw new OutboundError('too_large', 'a directory');
      chunks.push(data);
      length += data.length;
      if (length < wanted) return [];
      let bytes = Buffer.concat(chunks);
      const found: Buffer[] = [];
      for (;;) {
        const head = headAt(bytes, 0);
        if (head && head.tag !== SEQUENCE) throw malformed();
        wanted = head?.to ?? bytes.length + 1;
        if (wanted > most) throw new OutboundError('too_large', 'a directory');
        if (wanted > bytes.length) break;
        const message = bytes.subarray(0, wanted);
        held += VALUE_BYTES * countOf(message);
        if (held > mostHeld) throw new OutboundError('too_large', 'a directory');
        found.push(message);
        bytes = bytes.subarray(wanted);
      }
      chunks = [bytes];
      length = bytes.length;
      return found;
    },
    /** What was said before is used, and no longer kept. */
    release() {
      held = 0;
    },
  };
}
