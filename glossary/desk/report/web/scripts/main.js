// The page begins: what each module does at once, in this order: listeners of one event are called as they are added here.
// Modules themselves only declare, so that they may import each other in circles.

import { startCardActions } from "./acting.js";
import { startAlikeFindings } from "./alike.js";
import { startRenderingQuestions } from "./asking.js";
import { startBulkDecisions } from "./bulk.js";
import { startConcepts } from "./concepts.js";
import { startConcordance } from "./concordance.js";
import { startData } from "./data.js";
import { startCardControls } from "./deciding.js";
import { startDecisions } from "./decisions.js";
import { startDocumentTable } from "./documents.js";
import { startRuleEffects } from "./effects.js";
import { startFilters } from "./filtering.js";
import { startDecisionFiles } from "./handing_over.js";
import { startKeyboard } from "./keyboard.js";
import { startLinkNotes } from "./linking.js";
import { startQueue, startPane } from "./listing.js";
import { startRowNavigation } from "./moving.js";
import { startEarlierOffers } from "./offer_earlier_decisions.js";
import { startReviewTime } from "./pacing.js";
import { startPageMap } from "./page_map.js";
import { startProgress } from "./progress.js";
import { startReader } from "./reading.js";
import { startReviewer } from "./reviewer.js";
import { startTextSearch } from "./searching.js";
import { startFindingsTable } from "./tabling.js";
import { startPlaceTicks } from "./ticking.js";
import { startOverview } from "./trend.js";
import { startViews } from "./views.js";
import { startVolumes } from "./volumes.js";
import { startDocumentWork } from "./working.js";

for (const start of [
  startData, startDecisions, startVolumes, startPlaceTicks, startCardControls, startAlikeFindings, startCardActions,
  startFilters, startQueue, startReviewTime, startProgress, startBulkDecisions, startReviewer, startRuleEffects,
  startDecisionFiles, startFindingsTable, startEarlierOffers, startKeyboard, startPane, startConcordance, startConcepts,
  startRenderingQuestions, startTextSearch, startDocumentTable, startOverview, startPageMap, startReader,
  startDocumentWork, startLinkNotes, startRowNavigation, startViews,
]) start();
