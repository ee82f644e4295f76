import { RE2JS } from "re2js";
import type { FindPattern } from "./findPattern.ts";

export const findPattern: FindPattern = (pattern, text) => RE2JS.compile(pattern).matcher(text).find();
