export declare const nodeFloors: readonly string[];
export declare const nodeOfPlenum: string;
export declare const isBelowFloor: (version: string) => boolean;
export declare const nodeProblem: (version: string) => string | undefined;
