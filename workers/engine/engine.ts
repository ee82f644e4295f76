import { expose } from "comlink";
import { createEngineApi } from "../../src/tab/createEngineApi.ts";
import { nothingOutside } from "../../src/tab/nothingOutside.ts";

expose(createEngineApi(nothingOutside));
