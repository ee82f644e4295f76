import { answerLoops } from "./answerLoops.ts";
import { xstateLoop } from "./xstateLoop.ts";

answerLoops(xstateLoop);
