// The page begins: what each module does at once, in this order: listeners of one event are called as they are added here.
// Modules themselves only declare, so that they may import each other in circles.

import { startAlikeFindings } from "./alike_findings.js";
import { startBulkDecisions } from "./bulk_decisions.js";
import { startCardActions } from "./card_actions.js";
import { startCardControls } from "./card_controls.js";
import { startConcepts } from "./concepts.js";
import { startConcordance } from "./concordance.js";
import { startData } from "./data.js";
import { startDecisionFiles } from "./decision_files.js";
import { startDecisions } from "./decisions.js";
import { startDocumentTable } from "./document_table.js";
import { startDocumentWork } from "./document_work.js";
import { startEarlierOffers } from "./earlier_offers.js";
import { startFilters } from "./filters.js";
import { startFindingsTable } from "./findings_table.js";
import { startKeyboard } from "./keyboard.js";
import { startLinkNotes } from "./link_notes.js";
import { startOverview } from "./overview.js";
import { startPageMap } from "./page_map.js";
import { startPlaceTicks } from "./place_ticks.js";
import { startProgress } from "./progress.js";
import { startQueue, startPane } from "./queue.js";
import { startReader } from "./reader.js";
import { startRenderingQuestions } from "./rendering_questions.js";
import { startReviewTime } from "./review_time.js";
import { startReviewer } from "./reviewer.js";
import { startRowNavigation } from "./row_navigation.js";
import { startRuleEffects } from "./rule_effects.js";
import { startTextSearch } from "./text_search.js";
import { startViews } from "./views.js";
import { startVolumes } from "./volumes.js";

for (const start of [
  startData, startDecisions, startVolumes, startPlaceTicks, startCardControls, startAlikeFindings, startCardActions,
  startFilters, startQueue, startReviewTime, startProgress, startBulkDecisions, startReviewer, startRuleEffects,
  startDecisionFiles, startFindingsTable, startEarlierOffers, startKeyboard, startPane, startConcordance, startConcepts,
  startRenderingQuestions, startTextSearch, startDocumentTable, startOverview, startPageMap, startReader,
  startDocumentWork, startLinkNotes, startRowNavigation, startViews,
]) start();
