import "./windowOfWorker.ts";
import { answerLoops } from "./answerLoops.ts";
import { workflowCoreLoop } from "./workflowCoreLoop.ts";

answerLoops(workflowCoreLoop);
