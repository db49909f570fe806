import type {
  AskedReading,
  ParsedPlan,
  ParseOptions,
  ReadingAnswer,
  SourceFile,
  UnreadableReason,
} from '@kreide/core/features/timetable-import';

/** A whole file that cannot be read; nothing is imported. */
export class UnreadableFile extends Error {
  readonly file: string;
  readonly reason: UnreadableReason;
  readonly params: Record<string, string | number>;
  constructor(file: string, reason: UnreadableReason, params: Record<string, string | number> = {}) {
    super(`${file}: ${reason}`);
    this.name = 'UnreadableFile';
    this.file = file;
    this.reason = reason;
    this.params = params;
  }
}

/** A file that can be read in several ways, and nobody has said which one is meant. */
export class UndecidedReading extends UnreadableFile {
  readonly asked: AskedReading;
  constructor(asked: AskedReading) {
    super(asked.question.file, 'reading_undecided');
    this.asked = asked;
  }
}

/**
 * A parser: pure, synchronous, bytes in, records out. It throws `UnreadableFile` for a file that it cannot read at all
 * and never because of one bad row. References always resolve within the records: a code without a master data row gets
 * an EntityRecord made from the code.
 */
export interface Parser {
  /** The formats that it returns. */
  formats: readonly string[];
  /** What it asks about files that leave it open; what is said of it, the parser itself weighs. */
  asks?: readonly ReadingAnswer['kind'][];
  /** How certain it is that these files are its own, 0 to 1, by content; names only break ties. */
  recognise(files: readonly SourceFile[]): number;
  parse(files: readonly SourceFile[], options: ParseOptions): ParsedPlan;
}
