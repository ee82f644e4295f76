import { expose } from "comlink";
import { createEngineApi } from "../../src/tab/createEngineApi.ts";

expose(createEngineApi());
