import { HARD_PRICE } from './model.ts';
import type { Dice } from './random.ts';

/** Moves of the first cooling; each further one is twice as long, so that nobody has to say how long a search takes. */
const FIRST_LENGTH = 250_000;
/** The temperature at the beginning and the end of a cooling, as parts of a usual loss. */
const HOT = 2;
const COLD = 0.08;
/** So many losses say what a usual one is: their geometric mean, without those that break a rule. */
const SAMPLE = 2_000;
/** The temperature changes every so many moves, a power of two. */
const STEP = 256;

/**
 * Which losses a search accepts (simulated annealing): by chance, the less likely the larger and the later they are. When it
 * is cold, it is heated again.
 */
export class Cooling {
  private begun = 0;
  private length = FIRST_LENGTH;
  private temperature = 1;
  private losses = 0;
  private meanLog = 0;
  private readonly dice: Dice;

  constructor(dice: Dice) {
    this.dice = dice;
  }

  /** Says that a search has come to this move. */
  step(move: number): void {
    if ((move & (STEP - 1)) !== 0) return;
    if (move - this.begun >= this.length) {
      this.begun = move;
      this.length *= 2;
    }
    const share = (move - this.begun) / this.length;
    this.temperature = Math.exp(this.meanLog) * HOT * (COLD / HOT) ** share;
  }

  /** Does a plan stay that costs so much more than the one before? */
  accepts(loss: number): boolean {
    if (loss <= 0) return true;
    if (this.losses < SAMPLE && loss < HARD_PRICE / 2) {
      this.losses += 1;
      this.meanLog += (Math.log(loss) - this.meanLog) / this.losses;
    }
    return this.dice.next() < Math.exp(-loss / this.temperature);
  }
}
