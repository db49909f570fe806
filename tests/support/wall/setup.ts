import { raiseWall } from './wall.ts';

raiseWall();
